/** Parses a table in a text: a row on each line, arrows between the cells. */
export function rowsOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' → '));
}
