/** The records that jobs report as new: changed ones that formulas show, for any `refresh` value. */
import type { AlertInput } from '../../src/contract/alerts.js';
import { alertTo, useAlertDestinations } from '../support/alert-destinations.js';
import { refreshOf, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const openSpreadsheet = useJobsSpreadsheets();
const destination = useAlertDestinations();

const open = () => openSpreadsheet({ connection: service.connection });
const alerts = (): AlertInput[] => [
  alertTo(`${destination.url}/all`, { kind: 'webhook', whole: true }),
  alertTo(`${destination.url}/slack`),
];
const bodiesTo = (address: string) =>
  destination.messages.filter(({ path }) => path === address).map(({ body }) => JSON.parse(body) as object);
interface Body {
  readonly data: { readonly events: readonly { readonly kind: string; readonly id: string }[] };
}
const events = () => bodiesTo('/all').flatMap((body) => (body as Body).data.events);

test.each([
  ['with another value of refresh', '"refresh", H1, ', 'beta.example'],
  ['of companies that the formula shows', '"exclude", "beta.example", ', 'acme.example'],
])('a refresh reports new records %s', async (_, option, domain) => {
  const sheet = await open();
  service.add(4, sheet.dayAgo(2));
  sheet.host.workbook.type('H1', '1');
  await sheet.host.enter('A1', `=EXPANSIONS(, "from", "-30d", ${option}"columns", "date|company|jobs")`);
  await sheet.makeAndRun({ ...refreshOf({ changes: true }), alerts: alerts() });
  expect(destination.messages).toEqual([]);

  sheet.host.workbook.type('H1', '2');
  service.add(1, sheet.dayAgo(0));
  if (domain === 'beta.example') service.records.pop();
  service.add(1, sheet.dayAgo(0), 'beta.example');
  await sheet.nextDay();
  expect(events().map(({ kind, id: one }) => [kind, one.split(' ')[0]])).toEqual([['new', domain]]);
  expect(bodiesTo('/slack')).toMatchObject([{ text: 'Fresh: 1 new record' }]);
  expect(sheet.rowsById('Signals changes').size).toBe(1);
});

test('a webhook added to an older sync gets no unchanged rows, but their later changes', async () => {
  const sheet = await open();
  service.add(2, sheet.dayAgo(6), 'old.example');
  service.add(10, sheet.dayAgo(2));
  const formula = '=EXPANSIONS(, "columns", "date|company|jobs")';
  const job = syncOf(sheet, { from: sheet.dayAgo(3), formula });
  const id = await sheet.makeAndRun(job);
  const sync = { ...job.sync, from: sheet.dayAgo(8) };
  await sheet.makeJob({ ...job, id, sync, alerts: alerts().slice(0, 1) });
  await sheet.runNow(id);
  const told = events().map(({ kind, id: one }) => `${kind} ${one.split(' ')[0]}`);
  expect(told).toEqual(['new old.example', 'new old.example']);
  destination.messages.length = 0;
  const changed = Object.assign(service.records[4]!, { lastModified: sheet.dayAgo(0), jobs: 9 });
  await sheet.nextDay();
  expect(events()).toMatchObject([{ kind: 'changed', id: changed.id, previous: { jobs: 5 } }]);
});

test('a company that a person adds to the list swallows no news of the others, and its own old records are no news', async () => {
  const sheet = await open();
  service.add(4, sheet.dayAgo(2));
  service.add(3, sheet.dayAgo(2), 'beta.example');
  sheet.host.workbook.type('H1', 'acme.example');
  await sheet.host.enter('A1', '=EXPANSIONS(H1:H3, "from", "-30d", "columns", "date|company|jobs")');
  await sheet.makeAndRun({ ...refreshOf({ changes: true }), alerts: alerts() });
  expect(destination.messages).toEqual([]);

  sheet.host.workbook.type('H2', 'beta.example');
  service.add(1, sheet.dayAgo(0));
  await sheet.nextDay();
  expect(events().map(({ kind, id }) => [kind, id.split(' ')[0]])).toEqual([['new', 'acme.example']]);
  expect(bodiesTo('/slack')).toMatchObject([{ text: 'Fresh: 1 new record' }]);
});
