/** Counts the letters to insert, delete, replace or swap with a neighbour (Damerau and Levenshtein); Infinity for more than `most`. */
export function editsBetween(one: string, other: string, most = Infinity): number {
  const [from, to] = withoutSameEnds(one, other);
  let row: number[] = [];
  for (let index = 0; index <= to.length; index++) row.push(index);
  // three rows in turn, because thousands of names are compared at once
  let [before, next]: [number[], number[]] = [[], []];
  for (let i = 1; i <= from.length; i++) {
    next[0] = i;
    let least = i;
    const letter = from.charCodeAt(i - 1);
    for (let j = 1; j <= to.length; j++) {
      let edits = row[j - 1]!;
      if (letter !== to.charCodeAt(j - 1)) {
        edits = 1 + Math.min(edits, row[j]!, next[j - 1]!);
        const isSwapped = letter === to.charCodeAt(j - 2) && from.charCodeAt(i - 2) === to.charCodeAt(j - 1);
        if (isSwapped) edits = Math.min(edits, before[j - 2]! + 1);
      }
      next[j] = edits;
      least = Math.min(least, edits);
    }
    if (least > most) return Infinity;
    [before, row, next] = [row, next, before];
  }
  return row[to.length]! > most ? Infinity : row[to.length]!;
}

/** Leaves out the same letters at the beginning and at the end: near names have many of them, and they need no edit. */
function withoutSameEnds(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}
