/** The built script in the sandbox's host with the real service: each value of an answer is in its cell. */
import { DATASETS } from '../../src/contract/datasets.js';
import { isoFromWire } from '../../src/contract/dates.js';
import { trackedCompaniesPath } from '../../src/contract/endpoints.js';
import { columnsOf } from '../../src/contract/fields.js';
import { useOneHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

/** Half a day ahead of UTC, so that a date without its time zone would be wrong. */
const ZONE = 'Pacific/Auckland';
const TODAY = new Date().toLocaleDateString('sv-SE', { timeZone: ZONE });
/** Noon of that day there, so that the day does not end during the test. */
const NOON = Date.parse(`${TODAY}T00:00:00Z`);
const GROUP = 'Automotive suppliers';

const service = useService({ credits: 10_000 });
const recorder = useRecorder(service);
const host = useOneHost(() => ({ connection: recorder.connection, spreadsheetTimeZone: ZONE }));

beforeAll(() => host.clock.advance(NOON - Date.now()));

const table = (name: string, args: readonly unknown[]) => host.formula(name, ...args, 'columns', 'all');

/** Returns the service's answer to a request with another key. */
async function answerOf(path: string, body?: string): Promise<unknown> {
  const headers = { 'x-api-key': await service.createKey(1_000), 'content-type': 'application/json' };
  const answer = await fetch(service.baseUrl + path, { headers, ...(body && { method: 'POST', body }) });
  return answer.json();
}

/** Returns a cell as the service writes it: dates as the day in the spreadsheet's zone, blank as null. */
function asSent(cell: unknown): unknown {
  if (cell === '') return null;
  return cell instanceof Date ? cell.toLocaleDateString('sv-SE', { timeZone: ZONE }) : cell;
}

test.each([
  ['business-expansion', ['expansionType', 'Data Centre', 'from', '-90d']],
  ['major-hiring', [undefined, 'startDate', '-60d', 'limit', 30]],
  ['executive-change', [undefined, 'startDate', '-30d', 'reason', 'New Appointment']],
] as const)('%s', async (name, args) => {
  const { functionName, path, record, dates } = DATASETS[name];
  const [header = [], ...rows] = await table(functionName, args);
  const columns = columnsOf(record);
  expect(header.slice(1)).toEqual(columns.slice(1).map((column) => column.header));
  expect(rows.length).toBeGreaterThan(9);
  const { body } = recorder.requests.find((one) => one.path === path)!;
  const records = (await answerOf(path, body)) as object[];
  const wanted = records.map((one) =>
    columns.map(({ path: at, type }) => {
      const value = at.split('.').reduce<unknown>((found, key) => Object(found)[key], one) ?? null;
      if (type === 'list' && Array.isArray(value)) return value.join(', ') || null;
      return type === 'date' && value !== null ? isoFromWire(String(value), dates) : value;
    }),
  );
  const sorted = (all: unknown[][]) => all.map((row) => JSON.stringify(row)).sort();
  expect(sorted(rows.map((row) => row.map(asSent)))).toEqual(sorted(wanted));
});

test('TRACKED_COMPANIES', async () => {
  const [, ...rows] = await table('TRACKED_COMPANIES', [GROUP]);
  const { companies } = (await answerOf(trackedCompaniesPath(GROUP))) as {
    companies: readonly { id: string; name: string; domain: string }[];
  };
  expect(rows.length).toBeGreaterThan(0);
  expect([...rows].sort()).toEqual(companies.map(({ id, name, domain }) => [id, name, domain]).sort());
});
