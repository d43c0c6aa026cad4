/** The note at a changed cell: what it was, and when that ended. What the person has noted there stays. */

const MARK = 'Signals: ';
const LINE = /^Signals: \d{4}-\d{2}-\d{2}, before: /;
const MAX_LINES = 10;
const MAX_CHARACTERS = 200;

/**
 * The note with one more change, the newest first. A change that is there already is not noted twice.
 * @param day of the change, 'YYYY-MM-DD'
 * @param before as text; empty for a cell that was blank
 */
export function addChange(note: string, day: string, before: string): string {
  const lines = note === '' ? [] : note.split('\n');
  const own = lines.filter((line) => !LINE.test(line));
  const changes = lines.filter((line) => LINE.test(line));
  const old = before.replace(/\s+/g, ' ').slice(0, MAX_CHARACTERS);
  const change = `${MARK}${day}, before: ${old === '' ? '(blank)' : old}`;
  if (changes[0] === change) return note;
  return [...own, change, ...changes.slice(0, MAX_LINES - 1)].join('\n');
}
