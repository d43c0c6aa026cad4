/** More formulas than Google runs at once: late or refused, each is asked, and no record is paid twice. */
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { useHost } from '../support/host.js';
import { useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { createPeople } from './sidebar/people.js';
import { useSmallService } from './small-service.js';

/** Google's limit per person; a further formula waits, or Google refuses it. */
const AT_ONCE = 30;
const MINUTE_MS = 60_000;

const service = useSmallService();
const host = useHost(() => ({ connection: service.connection }));
const people = createPeople(host);
const open = useJobsSpreadsheets();

const today = () => new Date(host.clock.now()).toISOString().slice(0, 10);
const rules = (dailyBudget: number) => ({ dailyBudget, freshness: { mode: 'daily' } });

describe('D11 a formula that Google starts late in a refresh sends a request', () => {
  const asked = () => service.bodies.map(({ companyDomain }) => [companyDomain].flat()[0]);

  /** @param meanwhile runs while the formulas wait for the service */
  async function refreshWhile(meanwhile: () => Promise<unknown>): Promise<void> {
    // if Google refuses executions over the limit, the menu's own execution counts, too
    const count = host.switches.crowded === 'queue' ? AT_ONCE + 1 : AT_ONCE - 1;
    const domains = Array.from({ length: count }, (_, index) => `company${index}.example`);
    await people.call('owner', 'saveRules', rules(100_000));
    for (const [index, domain] of domains.entries()) {
      service.add(1, today(), domain);
      host.workbook.type(`A${3 * index + 1}`, `=EXPANSIONS("${domain}", "from", "-30d", "limit", 2)`);
    }
    await host.settled();
    expect(asked().sort()).toEqual([...domains].sort());
    host.clock.advance(MINUTE_MS);
    const before = service.bodies.length;
    const gate = createGate();
    service.until = gate.opened;
    const refreshed = host.run('refreshSheet');
    // then the menu puts the next formula back, and the change is saved, after the gate has opened
    const isWaiting = host.switches.spreadsheetCalls === 'wait for formulas';
    const running = isWaiting ? 1 : Math.min(AT_ONCE, count);
    await eventually(() => service.bodies.length >= before + running, { everyMs: 20 });
    const changed = meanwhile();
    if (!isWaiting) await changed;
    gate.open();
    await Promise.all([refreshed, changed]);
    await host.settled();
    expect(asked().slice(before).sort()).toEqual([...domains].sort());
  }

  test('even if a colleague changes the settings meanwhile', async () => {
    await refreshWhile(() => people.call('editor', 'saveRules', rules(90_000)));
  });

  test('even if minutes have passed', async () => {
    await refreshWhile(async () => host.clock.advance(4 * MINUTE_MS));
  });
});

test('formulas that Google refuses over its limit answer when they run again', async () => {
  const sheet = await open({ connection: service.connection, switches: { crowded: 'refuse' } });
  await sheet.call('saveRules', rules(10_000));
  const gate = createGate();
  service.until = gate.opened;
  const cells = Array.from({ length: 40 }, (_, index) => `A${1 + index * 4}`);
  for (const [index, cell] of cells.entries()) {
    // no two of the days are adjacent
    const day = sheet.dayAgo(10 + 2 * index);
    service.add(2, day);
    sheet.host.workbook.type(cell, `=EXPANSIONS("from", "${day}", "to", "${day}", "columns", "company")`);
  }
  // the running formulas wait for the service or for each other
  await eventually(() => sheet.host.workbook.custom.answers().length >= 10);
  gate.open();
  await sheet.host.settled();
  const isRefused = (cell: string) => sheet.host.workbook.message(cell).includes('too many scripts running');
  const refused = cells.filter(isRefused);
  expect(refused).toHaveLength(10);
  // cell by cell, as a person would
  for (const cell of refused) {
    sheet.host.ui.select(sheet.host.workbook.area(cell));
    await sheet.host.run('refreshSelection');
    await sheet.host.settled();
  }
  expect(cells.map((cell) => sheet.valuesIn(cell)[0]?.[0])).toEqual(Array(40).fill('Company'));
  expect(service.charged).toBe(80);
});
