/**
 * Random schedules of refresh, freeze, thaw and a refresh job, over tabs with a person's own cells, with
 * kills and failures at any call: no cell of the person changes, and no formula of ours is lost. The model
 * knows only what was typed.
 */
import { type Host, useHosts } from '../support/host.js';
import { createRandom, type Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { DAY_MS, refreshOf } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const SCHEDULES = scaled(3, 100);
const ACTIONS = 5;
/** After this time, the next execution undoes the unfinished work of a killed one. */
const DEAD_AFTER_MS = 95_000;
const [ROWS, COLUMNS] = [46, 18];
/** One in this many schedules has a tab with a column of adjacent tables. */
const STACKED_EVERY = 20;
const STACKED = 40;
const ROWS_OF_STACKED = 3;
/** First cells of tables, with space for six rows and three columns and a person's cells around. */
/** A new tab of the sandbox has as many; nothing beyond them can be selected. */
const COLUMNS_OF_TAB = 20;
const ANCHORS = [3, 22].flatMap((row) => [2, 10].map((column) => ({ row, column })));
const HOSTILE = [
  ['=1+1', "'quoted", '1-2', 'TRUE', '5 May', '<b>&amp;</b>', '#REF!'],
  ['Signals > Thaw:\n=HIRINGS()\n2 x 2 0123abcd', ' spaces ', 'Größe 🏭'],
].flat();
/** Freezing and thawing come twice as often. */
const ACTS = [
  ['refreshSheet', 'refreshAll', 'refreshSelection', 'runJob'],
  ['freezeSelection', 'freezeSelection', 'thawSelection', 'thawSelection'],
].flat();
const TABS = ['Sheet1', "Tom's, 2026", 'Hidden; tab'];

const service = useSmallService();
const startHost = useHosts();

interface Place {
  readonly tab: string;
  readonly row: number;
  readonly column: number;
}

interface Typed {
  readonly own: Map<string, string>;
  readonly ours: Map<string, string>;
  readonly places: Place[];
}

interface World {
  readonly host: Host;
  readonly rows: number;
  readonly random: Random;
  /** The texts that the person has typed, by cell. */
  readonly own: Map<string, string>;
  readonly ours: Map<string, string>;
  readonly places: readonly Place[];
  readonly jobId: string;
}

const a1Of = ({ tab, row, column }: Place) =>
  `'${tab.replace(/'/g, "''")}'!${String.fromCharCode(64 + column)}${row}`;
const letter = (column: number) => String.fromCharCode(64 + column);

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function fillService(random: Random): void {
  const day = dayAfter(-3);
  const records = service.records as unknown as object[];
  for (const domain of ['acme.example', 'beta.example', 'gamma.example']) {
    for (let index = 0; index < 1 + random.below(5); index++) {
      const company = { name: random.pick(HOSTILE), domain };
      records.push({ id: `${domain} ${index}`, announcedDate: day, lastModified: day, company, jobs: index });
    }
  }
}

function ourFormula(random: Random, limit = 1 + random.below(5), headers = random.chance(0.5)): string {
  const domain = random.pick(['acme.example', 'beta.example', 'gamma.example', 'nothing.example']);
  const end = `"from", "-30d", "to", "${dayAfter(30)}", "limit", ${limit}, "columns", "company|date|jobs", "headers", ${headers}`;
  return random.pick([
    `=EXPANSIONS("${domain}", ${end})`,
    `=EXPANSIONS(LOWER("${domain.toUpperCase()}"), ${end})`,
    `=IFERROR(EXPANSIONS("${domain}", ${end}), "none")`,
    `=EXPANSIONS(Deals[Customer's name], ${end})`,
  ]);
}

/** Returns cells around a table, most of them calculated from it. */
function ownCells(random: Random, { tab, row, column }: Place): [Place, string][] {
  const [first, right, below] = [letter(column), column + 3, row + 8];
  const block = `${first}${row}:${letter(column + 2)}${row + 5}`;
  const column1 = `${first}${row}:${first}${row + 6}`;
  const cells: [Place, string][] = [
    [{ tab, row: row - 1, column }, random.pick(['mine', '12', `=COUNTA(${block})`])],
    [{ tab, row: row - 2, column: column + 1 }, `=COUNTA(${column1})`],
    [{ tab, row: row + 1, column: column - 1 }, random.pick(['7', 'note', `=${first}${row + 1}&""`])],
    [{ tab, row, column: right }, `=ARRAYFORMULA(IF(${column1}="","",${column1}))`],
    [{ tab, row: row + 1, column: right + 1 }, `=IF(${first}${row + 1}="","",${first}${row + 1})`],
    [{ tab, row: row + 2, column: right + 1 }, random.pick(['2026-01-31', "'1-2", '0.5'])],
    [{ tab, row: below, column }, random.pick([`=SORT(${column1})`, 'below', `=SUM(${block})`])],
    [{ tab, row: below, column: column + 2 }, 'end'],
  ];
  return random.some(cells, 3 + random.below(cells.length - 3));
}

/** Types adjacent tables, each starting where the one above ends, with a person's cells beside them. */
function stackTables(random: Random, tab: string, { own, ours, places }: Typed): void {
  for (let index = 0; index < STACKED; index++) {
    const place = { tab, row: 2 + index * ROWS_OF_STACKED, column: 2 };
    const { row } = place;
    places.push(place);
    ours.set(a1Of(place), ourFormula(random, ROWS_OF_STACKED - 1, true));
    own.set(a1Of({ tab, row, column: 1 }), random.pick(['note', `=COUNTA(B${row}:D${row + 2})`]));
    const beside = random.pick([`=IF(B${row + 1}="","",B${row + 1})`, "'1-2"]);
    own.set(a1Of({ tab, row: row + 1, column: 6 }), beside);
  }
}

/** Types one or two tables with a person's cells around them. */
function spreadTables(random: Random, tab: string, { own, ours, places }: Typed): void {
  for (const anchor of random.some(ANCHORS, 1 + random.below(2))) {
    const place = { tab, ...anchor };
    places.push(place);
    ours.set(a1Of(place), ourFormula(random));
    for (const [at, text] of ownCells(random, place)) own.set(a1Of(at), text);
  }
}

/** Merges cells, hides rows as a filter does, and protects cells from all but the owner. */
function arrange({ host, random, places }: Pick<World, 'host' | 'random' | 'places'>): void {
  for (const { tab, row, column } of places) {
    const sheet = host.workbook.facade.getSheetByName(tab)!;
    const merge = (r: number, c: number) => sheet.getRange(r - 1, c - 1, 1, 2).merge();
    // beside a table, where the merged cells are in no spill
    if (random.chance(0.3) && row > 2 && column < 16) merge(row - 2, column + 2);
    if (random.chance(0.2)) sheet.hideRows(row + random.below(4), 1 + random.below(3));
    if (random.chance(0.2)) {
      const [r, c] = [row + random.below(3), column + random.below(5) - 1];
      host.protections.protect(host.workbook.area(a1Of({ tab, row: r, column: Math.max(1, c) })));
    }
  }
}

async function openWorld(random: Random, isStacked: boolean): Promise<World> {
  service.clear();
  fillService(random);
  const host = await startHost({ connection: service.connection });
  host.clock.advance(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 - host.clock.now());
  const { facade } = host.workbook;
  const tabs = TABS.slice(0, 1 + random.below(TABS.length));
  for (const tab of tabs) if (!facade.getSheetByName(tab)) facade.insertSheet(tab);
  const typed: Typed = { own: new Map(), ours: new Map(), places: [] };
  for (const [index, tab] of tabs.entries()) {
    if (isStacked && index === 0) stackTables(random, tab, typed);
    else spreadTables(random, tab, typed);
  }
  const { own, ours, places } = typed;
  const rows = isStacked ? 4 + STACKED * ROWS_OF_STACKED : ROWS;
  for (const [a1, text] of [...own, ...ours]) host.workbook.type(a1, text);
  if (tabs.length > 1) facade.getSheetByName(tabs[tabs.length - 1]!)?.hideSheet();
  arrange({ host, random, places });
  await host.settled();
  const saved = await host.run('saveJob', [refreshOf()], { mode: 'sidebar' });
  const state = saved as { readonly outcome: { readonly id: string } };
  return { host, rows, random, own, ours, places, jobId: state.outcome.id };
}

/** Returns all visible values, without the mark of a limit: another formula may buy the table's rest. */
const seen = ({ host, rows }: World, tab: string) =>
  host.workbook
    .read(`'${tab.replace(/'/g, "''")}'!A1:${letter(COLUMNS)}${rows}`)
    .map((row) =>
      row.map(({ value }) => (typeof value === 'string' ? value.replace(/ \(first \d+\)$/, '') : value)),
    );

/** Makes writes fail: one write, all writes after one, or those to a protected cell. */
function failWrites({ host, random, places }: World): () => void {
  const { cells } = host.workbook;
  const { write } = cells;
  const kind = random.pick(['one', 'all', 'protected'] as const);
  const from = 1 + random.below(8);
  const place = random.pick(places);
  const [row, column] = [place.row + random.below(4), place.column + random.below(3)];
  const { sheetId } = host.workbook.area(a1Of(place));
  let count = 0;
  const failing: typeof write = (area, rows) => {
    count += 1;
    const touches =
      area.sheetId === sheetId &&
      row >= area.row &&
      row < area.row + area.numRows &&
      column >= area.column &&
      column < area.column + area.numColumns;
    const isBad = { one: count === from, all: count >= from, protected: touches }[kind];
    if (isBad) throw new Error('Sie versuchen, eine geschützte Zelle zu bearbeiten.');
    write(area, rows);
  };
  Object.assign(cells, { write: failing });
  return () => void Object.assign(cells, { write });
}

/** Runs an action of a person or the trigger, maybe with a fault. @returns its description for failures */
async function act(world: World): Promise<string> {
  const { host, random, places, jobId } = world;
  const place = random.pick(places);
  const name = random.pick(ACTS);
  const { row, column, tab } = place;
  const size = random.below(random.chance(0.1) ? 12 : 4);
  const lastColumn = Math.min(column + size, COLUMNS_OF_TAB);
  host.ui.select(host.workbook.area(`${a1Of(place)}:${letter(lastColumn)}${row + size}`));
  host.ui.answer = ({ buttons }) => buttons[0] ?? 'OK';
  host.clock.advance(60_000);
  const fault = random.pick(['none', 'kill', 'kill', 'fail', 'fail'] as const);
  const killAfterCalls = 1 + random.below(random.chance(0.2) ? 400 : 50);
  const mend = fault === 'fail' ? failWrites(world) : () => undefined;
  const isJob = name === 'runJob';
  const options = {
    ...(isJob && { mode: 'sidebar' as const }),
    // the editor may not change protected cells
    ...(!isJob && random.chance(0.3) && { as: 'editor' as const }),
    ...(fault === 'kill' && { killAfterCalls }),
  };
  let outcome = 'done';
  try {
    await host.run(name, isJob ? [jobId, ''] : [], options);
  } catch (error) {
    outcome = String(error);
  }
  mend();
  await host.settled();
  return `${name} ${tab} ${a1Of(place)}+${size}, ${fault}${fault === 'kill' ? ` ${killAfterCalls}` : ''}: ${outcome}`;
}

function check(world: World, before: ReadonlyMap<string, unknown>, history: readonly string[]): void {
  const { host, own, ours } = world;
  const cellAt = (a1: string) => host.workbook.read(a1)[0]![0]!;
  for (const [a1, text] of own) {
    const { formula, note } = cellAt(a1);
    const typed = text.startsWith('=') ? text : '';
    expect({ history, a1, formula, note }).toEqual({ history, a1, formula: typed, note: '' });
  }
  for (const [a1, text] of ours) {
    const { formula, note } = cellAt(a1);
    const isKept = formula === text || (formula === '' && note.includes(`\n${text}\n`));
    expect({ history, a1, formula, note, isKept }).toEqual({ history, a1, formula, note, isKept: true });
  }
  for (const [tab, values] of before)
    expect({ history, tab, values: seen(world, tab) }).toEqual({ history, tab, values });
}

async function play(seed: number): Promise<void> {
  const random = createRandom(seed);
  const world = await openWorld(random, random.chance(1 / STACKED_EVERY));
  const { host, places } = world;
  const tabs = [...new Set(places.map(({ tab }) => tab))];
  const before = new Map(tabs.map((tab) => [tab, seen(world, tab)]));
  const history = [`seed ${seed}`];
  for (let action = 0; action < ACTIONS; action++) {
    history.push(await act(world));
    host.clock.advance(DEAD_AFTER_MS);
    await host.run('sidebarState', [], { mode: 'sidebar' });
    await host.settled();
    check(world, before, history);
  }
  await host.close();
}

test(
  'no cell of a person changes and no formula is lost, whatever is interrupted',
  async () => {
    for (let schedule = 0; schedule < SCHEDULES; schedule++) await play(SEED + schedule);
  },
  4 * 3_600_000,
);
