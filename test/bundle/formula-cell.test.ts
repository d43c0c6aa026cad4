/** A formula of the built add-on in a cell: what it sends to a real service, and what the cell shows. */
import { useOneHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

const service = useService({ credits: 10_000 });
const recorder = useRecorder(service);
const host = useOneHost(() => ({ connection: recorder.connection }));

test('a formula becomes one request and a table of real dates and numbers', async () => {
  host.workbook.type('A1', '=EXPANSIONS("expansionType", "Data Centre", "startDate", "-90d")');
  await host.settled();
  const [header, first] = host.workbook.read('A1:L2');
  expect(header?.map(({ value }) => value)).toContain('Company');
  expect(first?.[0]?.pattern).toBe('yyyy-mm-dd');
  expect(typeof first?.[0]?.value).toBe('number');
  expect(recorder.requests.map(({ method, path, status }) => ({ method, path, status }))).toEqual([
    { method: 'POST', path: '/api/v2/dataset/business-expansion', status: 200 },
  ]);
});

test('a value that does not exist is an error whose message names it', async () => {
  host.workbook.type('R1', '=EXPANSIONS("expansionType", "Data Center")');
  await host.settled();
  expect(host.workbook.read('R1')[0]?.[0]?.value).toBe('#ERROR!');
  expect(host.workbook.message('R1')).toContain('Data Center');
  expect(recorder.requests).toHaveLength(0);
});
