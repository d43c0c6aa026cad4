/** Notes at changed cells: the old value, and no loss of the person's own note. */
import { addChange } from '../../../src/addon/tab/update-rows.js';

test('the newest change is the first below the text of the person', () => {
  const lazy = addChange('ask Ann\nbefore Friday', '2026-11-18', '500');
  const twice = addChange(lazy, '2026-11-20', '700');
  expect(twice).toBe(
    'ask Ann\nbefore Friday\nSignals: 2026-11-20, before: 700\nSignals: 2026-11-18, before: 500',
  );
});

test('a change that was noted but not written is not noted twice', () => {
  const note = addChange('', '2026-11-20', '');
  expect(note).toBe('Signals: 2026-11-20, before: (blank)');
  expect(addChange(note, '2026-11-20', '')).toBe(note);
});

test('a note keeps the last ten changes, each on a line of bounded length', () => {
  let note = 'mine';
  for (let day = 10; day < 30; day++)
    note = addChange(note, `2026-11-${day}`, `line\nbreak ${'x'.repeat(900)}`);
  const lines = note.split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('mine');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(260);
});
