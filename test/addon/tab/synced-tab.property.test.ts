/**
 * People edit a synced tab while runs write into it and die: no cell of theirs is lost, shifted or
 * overwritten, and at the end each record is there once, in its newest version. People act before any read,
 * but not between the last read and the next write: no code can prevent that on Google.
 */
import { isSignalsError } from '../../../src/addon/errors.js';
import { createZone } from '../../../src/addon/question/zone.js';
import { findColumns } from '../../../src/addon/tab/synced-columns.js';
import { type IncomingRecord, writeRows } from '../../../src/addon/tab/write-rows.js';
import fc from '../../support/fast-check.js';
import { scaled } from '../../support/scale.js';
import { createFakeTab, type FakeTab, FILLING } from './fake-tab.js';

const HEADERS = ['Announced', 'Company', 'Headline', 'Last modified', 'Id'];
const OURS = new Set(HEADERS);
const zone = createZone('Etc/GMT');
const OPTIONS = { headers: HEADERS, newRows: 'top', zone } as const;
const noLook = () => ({ widths: [], formats: [] });
const READS = new Set(['size', 'used', 'values', 'formulas', 'notes']);

class Killed extends Error {}

/** A record's version as a job passes it. Each text names record and version, so that a mix shows. */
function version(id: string, number: number, hasModified: boolean): IncomingRecord {
  const day = `2026-03-${String(number + 1).padStart(2, '0')}`;
  return {
    id,
    changedOn: day,
    cells: new Map<string, unknown>([
      ['Announced', zone.midnight('2026-02-01')],
      ['Company', `company of ${id} v${number}`],
      ['Headline', `=headline of ${id} v${number}`],
      ...(hasModified ? [['Last modified', zone.midnight(day)] as const] : []),
    ]),
  };
}

const KINDS = ['insertColumn', 'deleteColumn', 'deleteRow', 'sort', 'filled', 'note'] as const;

type Act =
  | { readonly kind: (typeof KINDS)[number]; readonly at: number }
  | { readonly kind: 'moveColumn'; readonly at: number; readonly to: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...KINDS, 'note' as const, 'note' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('moveColumn'), at: fc.nat(30), to: fc.nat(30) }),
);

interface Run {
  /** The records, by number, and their versions. */
  readonly records: readonly (readonly [number, number])[];
  readonly newRows: 'top' | 'bottom';
  /** The number of calls before the execution dies; it survives if there are fewer. */
  readonly dies: number;
  /** The acts of people, by the number of the call that follows. */
  readonly acts: readonly (readonly [number, Act])[];
}

const run: fc.Arbitrary<Run> = fc.record({
  records: fc.array(fc.tuple(fc.nat(14), fc.nat(8)), { minLength: 1, maxLength: 8 }),
  newRows: fc.constantFrom('top', 'bottom'),
  dies: fc.nat(60),
  acts: fc.array(fc.tuple(fc.nat(40), act), { maxLength: 5 }),
});

/** A person's texts, with the record of the row where they typed it; undefined for a row without one. */
type Notes = Map<string, string | undefined>;

function headerOf(tab: FakeTab): string[] {
  return tab.cells[0]!.map(({ value }) => String(value));
}

function idsOf(tab: FakeTab): string[] {
  const at = headerOf(tab).indexOf('Id');
  return tab.cells.map((cells) => String(cells[at]?.value ?? ''));
}

/** A person acts. Skips impossible acts, and acts that would remove a record or one of our columns. */
function perform(tab: FakeTab, what: Act, notes: Notes, text: string): void {
  const header = headerOf(tab);
  const columns = header.length;
  const column = (what.at % columns) + 1;
  const rows = tab.cells.length;
  const row = 2 + (what.at % (rows - 1));
  const isOurs = (place: number) => OURS.has(header[place - 1] ?? '');
  switch (what.kind) {
    case 'insertColumn':
      tab.insertColumn(column);
      return;
    case 'deleteColumn':
      // only blank columns: content that a person deletes may be lost
      if (tab.cells.every((cells) => cells[column - 1]?.value === '')) tab.deleteColumn(column);
      return;
    case 'moveColumn':
      tab.moveColumn(column, (what.to % columns) + 1);
      return;
    case 'deleteRow':
      if (tab.cells[row - 1]?.every(({ value }) => value === '')) tab.deleteRow(row);
      return;
    case 'sort':
      tab.sort(column);
      return;
    case 'filled':
      // a column of calculated cells; there may be several
      if (tab.cells.every((cells) => cells[column - 1]?.value === '')) tab.type(1, column, FILLING);
      return;
    case 'note': {
      const free = header.findIndex((name, index) => name === '' && !isOurs(index + 1));
      if (free < 0 || tab.cells[row - 1]?.[free]?.value !== '') return;
      const id = idsOf(tab)[row - 1];
      notes.set(text, id === '' ? undefined : id);
      tab.type(row, free + 1, text);
    }
  }
}

function check(tab: FakeTab, notes: Notes, newest: ReadonlyMap<string, number>, isFinal: boolean): void {
  // one comparison at the end: one for each cell would take most of the time
  const wrong: unknown[] = [];
  const header = headerOf(tab);
  const ids = idsOf(tab);
  const found = new Map<string, string[]>();
  tab.cells.forEach((cells, r) => {
    cells.forEach(({ value }) => {
      if (notes.has(String(value))) found.set(String(value), [...(found.get(String(value)) ?? []), ids[r]!]);
    });
  });
  for (const [text, id] of notes) {
    // once, and in the row of the same record; a row without a record never gets one
    const places = found.get(text) ?? [];
    if (places.length !== 1 || places[0] !== (id ?? '')) wrong.push([text, places, id]);
  }
  const shown = ids.slice(1).filter((id) => id !== '');
  expect(new Set(shown).size).toBe(shown.length);
  tab.cells.slice(1).forEach((cells, r) => {
    const id = ids[r + 1]!;
    for (const name of ['Company', 'Headline']) {
      const text = String(cells[header.indexOf(name)]?.value ?? '');
      const [, of, number] = / of (\S+) v(\d+)$/.exec(text) ?? [];
      if (id === '' ? text !== '' : of !== id) wrong.push([id, name, text]);
      if (isFinal && id !== '' && Number(number) !== newest.get(id)) wrong.push([id, name, text]);
    }
    for (const { formula } of cells) {
      if (formula !== '' && formula !== FILLING) wrong.push([id, formula]);
    }
  });
  expect(wrong).toEqual([]);
  if (isFinal) expect([...shown].sort()).toEqual([...newest.keys()].sort());
}

/** Plays runs with people between the calls, then one undisturbed run with the newest versions. */
function play(runs: readonly Run[], hasModified: boolean): void {
  let calls = 0;
  let current: Run | undefined;
  let notesMade = 0;
  const notes: Notes = new Map();
  const tab = createFakeTab((call) => {
    calls += 1;
    if (!current) return;
    if (calls > current.dies + 1) throw new Killed();
    if (!READS.has(call)) return;
    for (const [before, what] of current.acts) {
      if (before !== calls) continue;
      notesMade += 1;
      perform(tab, what, notes, `note ${notesMade}`);
    }
  });
  const headers = hasModified ? HEADERS : HEADERS.filter((name) => name !== 'Last modified');
  findColumns(tab, headers, [], noLook);
  const newest = new Map<string, number>();
  const write = (records: readonly IncomingRecord[], newRows: Run['newRows']) => {
    writeRows(tab, records, { headers, newRows, zone });
  };
  for (const one of runs) {
    // without the column of the last change, older versions must not follow newer ones
    const records = one.records.map(([id, number]): [string, number] => {
      const name = `r${id}`;
      return [name, hasModified ? number : Math.max(number, newest.get(name) ?? 0)];
    });
    for (const [id, number] of records) newest.set(id, Math.max(number, newest.get(id) ?? 0));
    [calls, current] = [0, one];
    try {
      write(
        records.map(([id, number]) => version(id, number, hasModified)),
        one.newRows,
      );
    } catch (error) {
      if (!(error instanceof Killed) && !(isSignalsError(error) && error.code === 'BUSY')) throw error;
    }
    current = undefined;
    check(tab, notes, newest, false);
  }
  const last = [...newest].map(([id, number]) => version(id, number, hasModified));
  write(last, 'top');
  check(tab, notes, newest, true);
}

test.each([true, false])('with a column of the last change: %s', (hasModified) => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => play(runs, hasModified)),
    { numRuns: scaled(150, 2_000) },
  );
});

test('a row with content but without an id does not count as our row', () => {
  const tab = createFakeTab(() => undefined);
  findColumns(tab, HEADERS, [], noLook);
  writeRows(tab, [version('r1', 1, true)], OPTIONS);
  // a run that died after it had inserted two rows, and a note in the first of them
  tab.insertRows(2, 2);
  tab.type(2, 2, 'my own note');
  writeRows(tab, [version('r2', 1, true), version('r3', 1, true)], OPTIONS);
  const own = tab.cells.findIndex((cells) => cells[1]?.value === 'my own note');
  expect(tab.cells[own]?.map(({ value }) => value).filter((value) => value !== '')).toEqual(['my own note']);
  expect(idsOf(tab).filter((id) => id !== '')).toEqual(['Id', 'r2', 'r3', 'r1']);
});
