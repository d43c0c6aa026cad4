/** Google's quotas of a day, used up: the person reads Google's own words, and what was asked shows. */
import { USERS } from '../../src/sandbox/bridge/modes.js';
import type { Counter } from '../../src/sandbox/services/define.js';
import { type JobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const DAY_MS = 86_400_000;
const FETCHES = 'Service invoked too many times for one day: urlfetch.';
const READS = 'Service invoked too many times for one day: graphite property reads.';

const service = useSmallService();
const open = useJobsSpreadsheets();

beforeEach(() => service.add(3, '2026-01-05', 'acme.example'));

const useUp = ({ host }: JobsSpreadsheet, counter: Counter, left = 0) => {
  const quota = host.quotas.of(USERS.owner.email)[counter];
  host.quotas.add(USERS.owner.email, counter, quota.left - left);
};
async function typeIn({ host }: JobsSpreadsheet, cell: string): Promise<string> {
  host.workbook.type(cell, '=EXPANSIONS("from", "2026-01-01", "to", "2026-01-31", "columns", "company")');
  await host.settled();
  return host.workbook.message(cell);
}

test('no request is left: formula and connection test say so', async () => {
  const sheet = await open({
    connection: service.connection,
    switches: { exceptionWords: 'english', propertyCount: 'written keys' },
  });
  useUp(sheet, 'fetches');
  expect(await typeIn(sheet, 'A1')).toContain(FETCHES);
  const { outcome } = await sheet.call('testConnection');
  expect(outcome).toMatchObject({ kind: 'tested', ok: false, message: expect.stringContaining(FETCHES) });
});

test('no read of properties is left: formula and sidebar say so', async () => {
  const sheet = await open({
    connection: service.connection,
    switches: { exceptionWords: 'english', propertyCount: 'written keys' },
  });
  useUp(sheet, 'propertyReads');
  expect(await typeIn(sheet, 'A1')).toContain(READS);
  await expect(sheet.call('sidebarState')).rejects.toThrow(READS);
});

test('the quota ends in the middle of a purchase: before the request nothing is paid, after it the table shows', async () => {
  const paid: boolean[] = [];
  for (let left = 0; left <= 12; left++) {
    const sheet = await open({
      connection: service.connection,
      switches: { exceptionWords: 'english', propertyCount: 'written keys' },
    });
    service.clear();
    service.add(3, '2026-01-05', 'acme.example');
    useUp(sheet, 'propertyReads', left);
    const message = await typeIn(sheet, 'A1');
    paid.push(service.charged > 0);
    expect([left, message === '']).toEqual([left, service.charged === 3]);
    sheet.host.clock.advance(DAY_MS);
    if (message !== '') sheet.host.runFormulasAgain();
    await sheet.host.settled();
    const table = ['Company', 'acme.example', 'acme.example', 'acme.example'];
    expect([left, sheet.valuesIn('A1:A4').flat(), service.charged]).toEqual([left, table, 3]);
    await sheet.close();
  }
  expect(paid).toEqual(expect.arrayContaining([false, true]));
});
