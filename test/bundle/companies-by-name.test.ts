/** Company names in HIRINGS and EXEC_CHANGES: from the spreadsheet's groups, else matched by the service. */
import { MATCH_PATH } from '../../src/contract/lookups.js';
import { useHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { companiesOf, type KnownCompany, textsMatched } from './known-companies.js';
import { createPeople } from './sidebar/people.js';

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);

const hirings = (...args: readonly unknown[]) =>
  host.run('HIRINGS', args, { mode: 'custom-function' }) as Promise<readonly (readonly unknown[])[]>;
const requests = () => recorder.requests.map(({ method, path }) => `${method} ${path}`);
const MATCHING = `POST ${MATCH_PATH}`;
const matched = () => textsMatched(recorder);

/** Companies of the sample data that are in no group and have records. */
let untracked: readonly KnownCompany[];
beforeAll(async () => {
  untracked = (await companiesOf(service)).filter(({ tracked }) => !tracked);
});

test.each(['name', 'domain'] as const)('D61 a company in no group is found by its %s', async (by) => {
  const [one] = untracked;
  const text = one![by].toUpperCase();
  const shown = await hirings(text);
  expect(requests()).toEqual([MATCHING, 'POST /api/v1/dataset/major-hiring']);
  // the add-on sends domains in lower case
  expect(matched()).toEqual([[by === 'name' ? text : one!.domain]]);
  expect(JSON.parse(recorder.requests[1]!.body)).toMatchObject({ companyIds: [one!.id] });
  expect(await hirings(one!.id)).toEqual(shown);
  // the cache has the match for all cells
  await hirings(text, 'limit', 7);
  expect(matched()).toHaveLength(1);
});

test('D61 companies in the spreadsheet’s groups are not matched', async () => {
  const [first, second] = untracked;
  await people.call('owner', 'addGroup', 'Key accounts');
  const tracked = (await host.run('TRACKED_COMPANIES', ['Key accounts', 'columns', 'id|name'])) as string[][];
  const [id, name] = tracked[1]!;
  recorder.clear();
  await hirings([[name], [first!.name], [second!.name]]);
  expect(matched()).toEqual([[first!.name, second!.name]]);
  const { body } = recorder.requests.at(-1)!;
  expect(JSON.parse(body)).toMatchObject({ companyIds: [id, first!.id, second!.id] });
});

test('D61 the error for an unknown name says what to do; only the named group is searched', async () => {
  const refusal = (name: string) =>
    `#BAD_INPUT: not found: "${name}"; use company ids or a "group" that contains them`;
  await expect(hirings('Nobody at all')).rejects.toThrow(refusal('Nobody at all'));
  expect(requests()).toEqual([MATCHING]);
  recorder.clear();
  const { name } = untracked[0]!;
  await expect(hirings(name, 'group', 'Key accounts')).rejects.toThrow(refusal(name));
  expect(matched()).toEqual([]);
});

test('D61 a service without matching gets one request for any number of names', async () => {
  recorder.fault = ({ path }) =>
    path === MATCH_PATH
      ? { kind: 'status', status: 404, body: '{"status":"404","message":"Not found"}' }
      : undefined;
  const names = untracked.map(({ name }) => [name]);
  const message = `not found: "${names[0]![0]}" and ${names.length - 1} more; use company ids or a "group"`;
  await expect(hirings(names)).rejects.toThrow(message);
  await expect(hirings(names)).rejects.toThrow(message);
  expect(requests()).toEqual([MATCHING]);
});
