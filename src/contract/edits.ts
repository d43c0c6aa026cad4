/** Counts the letters to insert, delete, replace or swap with a neighbour (Damerau and Levenshtein); Infinity for more than `most`. */
export function editsBetween(one: string, other: string, most = Infinity): number {
  const [from, to] = withoutSameEnds(one, other);
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? before[j - 2]! + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    if (Math.min(...next) > most) return Infinity;
    before = row;
    row = next;
  }
  return row[to.length]! > most ? Infinity : row[to.length]!;
}

/** Leaves out the same letters at the beginning and at the end: near names have many of them, and they need no edit. */
function withoutSameEnds(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  return [one.slice(start, end), other.slice(start, otherEnd)];
}
