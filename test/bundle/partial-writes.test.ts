/** setProperties fails after some keys of any write: stores stay readable, and nothing is paid twice. */
import type { Host } from '../../src/sandbox/host/host.js';
import { scaledSample } from '../support/scale.js';
import { type JobsSpreadsheet, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const RECORDS = 12;
const LEASE_OVER_MS = 120_000;

const service = useSmallService();
const open = useJobsSpreadsheets();

/** The number of the failing write, and how many of its keys are written. */
interface Cut {
  readonly write: number;
  readonly keys: number;
}

/** Counts the keys of each write and kills the execution in the failing one. */
function watch(host: Host, cut?: Cut): readonly number[] {
  const writes: number[] = [];
  let isCut = false;
  host.faults.partialWrite = (_execution, keys) => {
    writes.push(keys.length);
    if (writes.length - 1 !== cut?.write) return undefined;
    isCut = true;
    return cut.keys;
  };
  host.faults.killAfterCall = () => isCut;
  return writes;
}

function heal({ faults, cache, clock }: Host): void {
  delete faults.partialWrite;
  delete faults.killAfterCall;
  // only the properties survive
  cache.clear();
  clock.advance(LEASE_OVER_MS);
}

async function openNew(): Promise<JobsSpreadsheet> {
  service.clear();
  for (const day of ['2026-01-05', '2026-01-06', '2026-01-07']) service.add(RECORDS / 3, day);
  return open({ connection: service.connection });
}

/** Returns all ways to interrupt the writes of a complete run. */
const cutsOf = (writes: readonly number[]): Cut[] =>
  writes.flatMap((count, write) => Array.from({ length: count }, (_, keys) => ({ write, keys })));

interface Interrupted<Result> {
  readonly sheet: JobsSpreadsheet;
  readonly cut: Cut;
  /** What the run returns if nothing interrupts it. */
  readonly whole: Result;
}

/** Interrupts some writes of a run, each in a new spreadsheet, which `check` gets afterwards. */
async function interrupt<Result>(
  begin: () => Promise<JobsSpreadsheet>,
  run: (sheet: JobsSpreadsheet) => Promise<Result>,
  count: number,
  check: (interrupted: Interrupted<Result>) => Promise<void>,
): Promise<void> {
  const first = await begin();
  const writes = watch(first.host);
  const whole = await run(first);
  const cuts = cutsOf(writes);
  expect(cuts.length).toBeGreaterThan(4);
  for (const cut of scaledSample(cuts, count)) {
    const sheet = await begin();
    watch(sheet.host, cut);
    await expect(run(sheet)).rejects.toThrow('ended');
    heal(sheet.host);
    await check({ sheet, cut, whole });
    await sheet.close();
  }
}

test('a paid query', async () => {
  const ask = ({ host }: JobsSpreadsheet) =>
    host.formula('EXPANSIONS', '', 'from', '2026-01-01', 'to', '2026-01-31');
  await interrupt(openNew, ask, 4, async ({ sheet, cut, whole }) => {
    expect([cut, await ask(sheet), service.charged]).toEqual([cut, whole, RECORDS]);
    const { activity, health } = await sheet.call('sidebarState');
    // a stored purchase that is not settled counts as reserved: too much rather than too little
    expect([cut, activity.today >= RECORDS, health]).toEqual([cut, true, []]);
  });
});

test('a sync', async () => {
  let id = '';
  const begin = async () => {
    const sheet = await openNew();
    id = await sheet.makeJob(syncOf(sheet, { from: '2026-01-01' }));
    return sheet;
  };
  const run = async (sheet: JobsSpreadsheet) => {
    await sheet.runNow(id);
    return sheet.rowsById('Synced').size;
  };
  await interrupt(begin, run, 4, async ({ sheet, cut, whole }) => {
    expect([cut, await run(sheet), whole, service.charged]).toEqual([cut, RECORDS, RECORDS, RECORDS]);
    expect([cut, (await sheet.job()).error]).toEqual([cut, '']);
  });
});

test('an interrupted freeze loses no formula', async () => {
  const formula = '=EXPANSIONS(, "from", "2026-01-01", "to", "2026-01-31")';
  const begin = async () => {
    const sheet = await openNew();
    await sheet.host.enter('B2', formula);
    sheet.host.ui.select(sheet.host.workbook.area('B2'));
    return sheet;
  };
  const freeze = ({ host }: JobsSpreadsheet) => host.run('freezeSelection');
  await interrupt(begin, freeze, 12, async ({ sheet: { host, call }, cut }) => {
    await call('sidebarState');
    await host.settled();
    const [cell] = host.workbook.read('B2')[0]!;
    expect([cut, cell?.formula]).toEqual([cut, formula]);
    expect([cut, host.properties.entries('document')['journal']]).toEqual([cut, undefined]);
  });
});
