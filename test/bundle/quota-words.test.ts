/** Used-up daily quotas: the person reads Google's message, and paid records appear. */
import { isDeepStrictEqual } from 'node:util';
import { USERS } from '../../src/sandbox/bridge/modes.js';
import type { Counter } from '../../src/sandbox/services/quotas.js';
import { eventually } from '../support/eventually.js';
import type { StartHostOptions } from '../support/host.js';
import { scaledPoints } from '../support/scale.js';
import { DAY_MS, HOUR_MS, type JobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

/** Instead of Google's 30 s, to shorten the test. */
const timeLimitMs = { 'custom-function': 2_000 };
const FETCHES = 'Service invoked too many times for one day: urlfetch.';
const PROPERTIES = 'Service invoked too many times for one day: properties.';
const TABLE = ['Company', 'acme.example', 'acme.example', 'acme.example'];

const service = useSmallService();
const open = useJobsSpreadsheets();
const openWith = (options: StartHostOptions = {}) =>
  open({
    connection: service.connection,
    ...options,
    switches: { exceptionWords: 'english', ...options.switches },
  });

beforeEach(() => service.add(3, '2026-01-05'));

const useUp = ({ host }: JobsSpreadsheet, counter: Counter, left = 0) => {
  const { email } = USERS.owner;
  host.quotas.add(email, counter, host.quotas.left(email, counter) - left);
};
async function typeIn({ host }: JobsSpreadsheet, cell: string): Promise<string> {
  await host.enter(cell, '=EXPANSIONS("from", "2026-01-01", "to", "2026-01-31", "columns", "company")');
  return host.workbook.message(cell);
}

test('without a request left, formula and connection test say so', async () => {
  const sheet = await openWith();
  useUp(sheet, 'urlfetch');
  expect(await typeIn(sheet, 'A1')).toContain(FETCHES);
  const { outcome } = await sheet.call('testConnection');
  expect(outcome).toMatchObject({ kind: 'tested', failure: { message: expect.stringContaining(FETCHES) } });
});

test('without a property call left, formula and sidebar say so', async () => {
  const sheet = await openWith();
  useUp(sheet, 'properties');
  expect(await typeIn(sheet, 'A1')).toContain(PROPERTIES);
  await expect(sheet.call('sidebarState')).rejects.toThrow(PROPERTIES);
});

test('if the quota ends during a purchase: before the request nothing is paid, after it the table shows', async () => {
  const paid: boolean[] = [];
  for (let left = 0; left <= 12; left++) {
    const sheet = await openWith();
    service.clear();
    service.add(3, '2026-01-05');
    useUp(sheet, 'properties', left);
    const message = await typeIn(sheet, 'A1');
    paid.push(service.charged > 0);
    expect([left, message === '']).toEqual([left, service.charged === 3]);
    // the quota began at the real hour, which may be later than the noon at which the spreadsheet opened
    sheet.host.clock.advance(2 * DAY_MS);
    if (message !== '') sheet.host.runFormulasAgain();
    await sheet.host.settled();
    expect([left, sheet.valuesIn('A1:A4').flat(), service.charged]).toEqual([left, TABLE, 3]);
    await sheet.close();
  }
  expect(paid).toEqual(expect.arrayContaining([false, true]));
});

test('fact 11: a delaying quota ends the execution at any call, and the table is paid once', async () => {
  const ended: string[] = [];
  for (const left of scaledPoints(12, 3, [4])) {
    const sheet = await openWith({ switches: { spentQuota: 'delay' }, timeLimitMs });
    service.clear();
    service.add(3, '2026-01-05');
    useUp(sheet, 'properties', left);
    ended.push(await typeIn(sheet, 'A1'));
    // a new quota ends the delays within the day in which the service repeats an answer
    useUp(sheet, 'properties', 10_000);
    const valuesLater = async () => {
      sheet.host.clock.advance(HOUR_MS);
      sheet.host.runFormulasAgain();
      await sheet.host.settled();
      return sheet.valuesIn('A1:A4').flat();
    };
    await eventually(async () => isDeepStrictEqual(await valuesLater(), TABLE));
    expect([left, service.charged]).toEqual([left, 3]);
    await sheet.close();
  }
  expect(ended).toContainEqual(expect.stringContaining('Exceeded maximum execution time'));
});
