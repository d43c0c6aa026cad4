/** Calls that many times, each time after the end of the call before, and returns the results. */
export async function inTurn<T>(count: number, call: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await call(turn));
  return results;
}
