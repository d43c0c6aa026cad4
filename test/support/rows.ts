/** Tables that are written as a text: a row on each line, its cells with an arrow between them. */
export function rowsOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' → '));
}
