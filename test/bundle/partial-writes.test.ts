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
  for (const day of ['2026-01-05', '2026-01-06', '2026-01-07']) service.add(RECORDS / 3, day, 'acme.example');
  return open({ connection: service.connection });
}

/** Returns all ways to interrupt the writes of a complete run. */
const cutsOf = (writes: readonly number[]): Cut[] =>
  writes.flatMap((count, write) => Array.from({ length: count }, (_, keys) => ({ write, keys })));

test('a paid query', async () => {
  const ask = ({ host }: JobsSpreadsheet) =>
    host.run('EXPANSIONS', ['', 'from', '2026-01-01', 'to', '2026-01-31'], { mode: 'custom-function' });
  const whole = await openNew();
  const writes = watch(whole.host);
  const table = await ask(whole);
  const cuts = cutsOf(writes);
  expect(cuts.length).toBeGreaterThan(4);
  for (const cut of scaledSample(cuts, 4)) {
    const sheet = await openNew();
    watch(sheet.host, cut);
    await expect(ask(sheet)).rejects.toThrow('ended');
    heal(sheet.host);
    expect([cut, await ask(sheet)]).toEqual([cut, table]);
    expect([cut, service.charged]).toEqual([cut, RECORDS]);
    const { activity, health } = await sheet.call('sidebarState');
    // a stored purchase that is not settled counts as reserved: too much rather than too little
    expect([cut, activity.today >= RECORDS, health]).toEqual([cut, true, []]);
    await sheet.close();
  }
});

test('a sync', async () => {
  const openWithJob = async () => {
    const sheet = await openNew();
    const id = await sheet.makeJob(syncOf(sheet, { from: '2026-01-01' }));
    return { sheet, id };
  };
  const whole = await openWithJob();
  const writes = watch(whole.sheet.host);
  await whole.sheet.runNow(whole.id);
  expect(whole.sheet.rowsById('Synced').size).toBe(RECORDS);
  const all = cutsOf(writes);
  expect(all.length).toBeGreaterThan(6);
  const cuts = scaledSample(all, 4, 1);
  const seen: object[] = [];
  for (const cut of cuts) {
    const { sheet, id } = await openWithJob();
    watch(sheet.host, cut);
    await expect(sheet.runNow(id)).rejects.toThrow('ended');
    heal(sheet.host);
    await sheet.runNow(id);
    const rows = sheet.rowsById('Synced').size;
    const { error } = (await sheet.call('sidebarState')).jobs[0] ?? {};
    seen.push({ ...cut, rows, charged: service.charged, error });
    await sheet.close();
  }
  expect(seen).toEqual(cuts.map((cut) => ({ ...cut, rows: RECORDS, charged: RECORDS, error: '' })));
});

test('an interrupted freeze loses no formula', async () => {
  const formula = '=EXPANSIONS(, "from", "2026-01-01", "to", "2026-01-31")';
  const openWithTable = async () => {
    const sheet = await openNew();
    sheet.host.workbook.type('B2', formula);
    await sheet.host.settled();
    sheet.host.ui.select(sheet.host.workbook.area('B2'));
    return sheet;
  };
  const whole = await openWithTable();
  const writes = watch(whole.host);
  await whole.host.run('freezeSelection');
  const cuts = cutsOf(writes);
  expect(cuts.length).toBeGreaterThan(4);
  for (const cut of scaledSample(cuts, 12)) {
    const { host, call, close } = await openWithTable();
    watch(host, cut);
    await expect(host.run('freezeSelection')).rejects.toThrow('ended');
    heal(host);
    await call('sidebarState');
    await host.settled();
    const [cell] = host.workbook.read('B2')[0]!;
    expect([cut, cell?.formula]).toEqual([cut, formula]);
    expect([cut, host.properties.entries('document')['journal']]).toEqual([cut, undefined]);
    await close();
  }
});
