/** Groups: the service must know them before they are saved, and hostile names stay text. */
import { useHost } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { useService } from '../../support/service.js';
import { createPeople } from './people.js';

/** Groups of the sample data. */
const [first, second] = ['Key accounts', 'Data centre operators'] as const;
const HOSTILE = '<img src=x onerror="alert(1)"> & \u202e"=1+1';

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);

function answerWith(companies: readonly object[]): void {
  const body = JSON.stringify({ companies });
  recorder.fault = () => ({ kind: 'status', status: 200, body });
}

test('a group that the service knows is saved, and the first one is the default', async () => {
  const one = await people.call('owner', 'addGroup', ` ${first} `);
  expect(one).toMatchObject({ groups: [first], defaultGroup: first });
  // each group is saved once
  for (let time = 0; time < 2; time++) {
    const two = await people.call('owner', 'addGroup', second);
    expect(two).toMatchObject({ groups: [first, second], defaultGroup: first });
  }
  expect(await people.call('editor', 'sidebarState')).toMatchObject({ groups: [first, second] });
});

test('a group that the service does not know is not saved', async () => {
  expect(await people.refusal('owner', 'addGroup', 'Nobody')).toBe(
    '#NO_GROUP: the service has no group "Nobody"; check its spelling',
  );
  expect((await people.call('owner', 'sidebarState')).groups).toEqual([]);
});

test('an invalid group name is refused', async () => {
  const wrong = ['', '  ', 'x'.repeat(201), 7, undefined, {}];
  await people.refuses('addGroup', /^#BAD_INPUT: a group name has/, wrong);
  expect(recorder.requests).toHaveLength(0);
});

test('the default can change, and is removed with its group', async () => {
  await people.call('owner', 'addGroup', first);
  await people.call('owner', 'addGroup', second);
  expect(await people.call('owner', 'setDefaultGroup', second)).toMatchObject({ defaultGroup: second });
  expect(await people.call('owner', 'setDefaultGroup', 'gone')).toMatchObject({ defaultGroup: second });
  const left = { groups: [first], defaultGroup: '' };
  expect(await people.call('owner', 'removeGroup', second)).toMatchObject(left);
});

test('formulas find the companies of a newly added group', async () => {
  await expect(host.formula('TRACKED_COMPANIES')).rejects.toThrow(/^#BAD_INPUT: no group is given/);
  const { outcome } = await people.call('owner', 'listCompanies', first);
  await people.call('owner', 'addGroup', first);
  const [, ...rows] = await host.formula('TRACKED_COMPANIES');
  expect(outcome?.kind === 'companies' && outcome.companies.length).toBe(rows.length);
});

test('the companies of a group are listed as plain text', async () => {
  answerWith([{ id: 'c_1', name: HOSTILE, domain: 'x'.repeat(10_000) }, { id: 7 }]);
  const { outcome } = await people.call('owner', 'listCompanies', 'any');
  if (outcome?.kind !== 'companies') throw new Error('no companies');
  const [one, other] = outcome.companies;
  expect(one?.name).not.toContain('<img');
  expect(one?.domain).toHaveLength(10_000);
  expect(other).toEqual({ id: '7', name: '', domain: '' });
});

test('two people who add groups at once lose neither', async () => {
  await people.call('editor', 'saveConnection', recorder.connection);
  await Promise.all([people.call('owner', 'addGroup', first), people.call('editor', 'addGroup', second)]);
  expect([...(await people.call('owner', 'sidebarState')).groups].sort()).toEqual([first, second].sort());
});

test('more groups than fit are refused, and none is lost', async () => {
  answerWith([]);
  const names = Array.from({ length: 45 }, (_, index) => String(index).padStart(3, '0').padEnd(180, 'x'));
  const refused: string[] = [];
  for (const name of names) {
    await people.call('owner', 'addGroup', name).catch((error: Error) => refused.push(error.message));
  }
  const message = '#BAD_INPUT: there is no space for more groups; remove one first';
  expect(new Set(refused)).toEqual(new Set([message]));
  const { groups } = await people.call('owner', 'sidebarState');
  expect(groups).toEqual(names.slice(0, names.length - refused.length));
});
