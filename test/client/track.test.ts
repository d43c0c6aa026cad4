/** Programs and the command line, which asks first, add companies to a group and remove them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CliIO } from '../../src/client/cli/context.js';
import { GROUPS_PATH } from '../../src/contract/lookups.js';
import { GROUP } from '../service/support/sample.js';
import { useTempFolder } from '../support/temp-folder.js';
import { LOST, recordingTransport, useClientService, useProxy } from './client-service.js';
import { runCommand } from './command-line.js';
import { answer } from './fake-service.js';

const service = useClientService();
const proxy = useProxy(service);
const folder = useTempFolder();
let key: string;
beforeEach(async () => {
  key = await service.makeKey(0, { mayEditGroups: true });
});
const NOTHING = { added: [], already: [], removed: [], absent: [], unknown: [] };

const signals = (args: readonly string[], around: Partial<CliIO> = {}) =>
  runCommand(args, { env: service.environment(key), home: folder, ...around });

describe('the client', () => {
  test('adds and removes by ids, in batches that the service accepts, and reloads the group', async () => {
    const client = service.client(key);
    expect(await client.track('Client', { add: ['c1', 'c4', 'nobody'] })).toEqual({
      ...NOTHING,
      added: ['c1', 'c4'],
      unknown: ['nobody'],
    });
    expect((await client.tracked('Client')).map(({ id }) => id)).toEqual(['c1', 'c4']);
    const many = ['c2', ...Array.from({ length: 600 }, (_, at) => `n${at}`), 'c3'];
    const changed = await client.track('Client', { add: many, remove: ['c1'] });
    expect(changed).toMatchObject({ added: ['c2', 'c3'], removed: ['c1'] });
    expect(changed?.unknown).toHaveLength(600);
    expect((await client.tracked('Client')).map(({ id }) => id).sort()).toEqual(['c2', 'c3', 'c4']);
  });

  test('a lost answer is requested again, and the repetition changes nothing', async () => {
    const changes = () => proxy.requests.filter(({ method }) => method === 'POST');
    proxy.fault = ({ method }) => (method === 'POST' && changes().length === 1 ? LOST : undefined);
    const client = service.client(key, { url: proxy.baseUrl });
    expect(await client.track('Lost', { add: ['c1'] })).toEqual({ ...NOTHING, already: ['c1'] });
    expect(changes()).toHaveLength(2);
  });

  test('a name in another case is that of the listed group, and makes no second one', async () => {
    const client = service.client(key);
    await client.track('Case', { add: ['c1'] });
    const changed = await client.track('cASE', { add: ['c4'], remove: ['c1'] });
    expect(changed).toMatchObject({ added: ['c4'], removed: ['c1'] });
    const groups = await client.groups();
    expect(groups?.filter(({ name }) => /^case$/i.test(name))).toEqual([{ name: 'Case', companies: 1 }]);
  });

  test('a refusal has a message', async () => {
    const other = service.client(await service.makeKey(0));
    await expect(other.track(GROUP, { add: ['c1'] })).rejects.toThrow(
      '#BAD_INPUT: this API key may not change groups; ask the operator of the service to allow it',
    );
    const client = service.client(key);
    await expect(client.track('Nowhere', { remove: ['c1'] })).rejects.toThrow('#NO_GROUP');
    await expect(client.track(' bad', { add: ['c1'] })).rejects.toThrow(
      '#BAD_INPUT: the service did not change the group (GROUP_NAME of a new group must have',
    );
    await expect(client.track(GROUP, {})).rejects.toThrow('add or remove must have the id of a company');
  });
});

test('of a service without changes of groups, the client returns undefined, and the command has a message', async () => {
  const withoutChanges = () => ({
    transport: recordingTransport(({ url, body }) =>
      body !== undefined && url.includes(GROUPS_PATH) ? answer(404, { code: 'NO_ROUTE' }) : undefined,
    ),
  });
  expect(await service.client(key, withoutChanges()).track(GROUP, { add: ['c3'] })).toBeUndefined();
  const command = ['track', GROUP, 'untracked.example', '--yes'];
  expect(await signals(command, { client: withoutChanges() })).toMatchObject({
    code: 2,
    err: '#BAD_INPUT: this service does not change groups; its operator can\n',
  });
});

describe('the command line', () => {
  const HEADER = 'text,id,name,domain,result\n';
  test('shows its plan, and carries it out only if allowed', async () => {
    const command = ['track', 'New', 'BETA foods inc', 'untracked.example', 'Nobody'];
    const rows = (result: string) =>
      `BETA foods inc,c2,Beta Foods,betafoods.example,${result}\n` +
      `untracked.example,c4,Untracked AG,untracked.example,${result}\n` +
      'Nobody,,,,not found\n';
    expect(await signals(command)).toEqual({
      code: 2,
      out: HEADER + rows('to add'),
      err: '#BAD_INPUT: nothing was changed; add --yes to do so\n',
    });
    const asked: string[] = [];
    const answers = (answer: boolean) => ({
      confirm: async (question: string) => {
        asked.push(question);
        return answer;
      },
    });
    const refused = await signals(command, answers(false));
    expect([refused.code, refused.out]).toEqual([0, '']);
    expect(refused.err).toMatch(/^text +id +name +domain +result\nBETA foods inc +c2 .* to add\n/);
    expect(refused.err).toMatch(/\nnothing was changed\n$/);
    expect((await signals(['groups', 'New'])).code).toBe(2);
    const done = await signals(command, answers(true));
    expect(done.out).toBe(HEADER + rows('added'));
    expect(done.err).toMatch(/2 added\n$/);
    expect(asked).toEqual(Array(2).fill('Add 2 companies to the new group "New"?'));
    // again: there is nothing to ask
    expect(await signals(command)).toMatchObject({ code: 0, out: HEADER + rows('already there') });
    expect(asked).toHaveLength(2);
  });

  test('compares a file with the group, and removes', async () => {
    await signals(['track', 'Both', 'Acme Motors', 'Beta Foods', '--yes']);
    const file = path.join(folder, 'names.txt');
    writeFileSync(file, '\uFEFFacme-motors.example\r\n\r\nUntracked AG\nNobody\nUntracked AG\n');
    expect((await signals(['track', 'Both', '--file', file, '--compare'])).out).toBe(
      `${HEADER}acme-motors.example,c1,Acme Motors Inc.,acme-motors.example,in both\n` +
        'Untracked AG,c4,Untracked AG,untracked.example,only in the list\n' +
        'Nobody,,,,not found\n' +
        ',c2,Beta Foods,betafoods.example,only in the group\n',
    );
    const removed = await signals(['track', 'Both', '--file', file, '--remove', '--yes']);
    expect(removed).toEqual({
      code: 0,
      out:
        `${HEADER}acme-motors.example,c1,Acme Motors Inc.,acme-motors.example,removed\n` +
        'Untracked AG,c4,Untracked AG,untracked.example,not in the group\n' +
        'Nobody,,,,not found\n',
      err: '1 removed, 1 not in the group\n',
    });
    expect((await signals(['groups', 'Both'])).out).toBe('id,name,domain\nc2,Beta Foods,betafoods.example\n');
  });

  test('errors have messages', async () => {
    const ends = async (args: readonly string[]) => {
      const { code, err } = await signals(['track', ...args]);
      return [code, err.trim()];
    };
    expect(await ends(['G'])).toEqual([
      2,
      '#BAD_INPUT: no companies are given; name some, or a file with --file',
    ]);
    expect((await ends([]))[0]).toBe(2);
    expect((await ends(['G', '--file', '/nowhere']))[1]).toContain('the file cannot be read');
    expect((await ends(['G', 'a', '--remove', '--compare']))[1]).toContain('cannot be used with option');
    for (const flag of ['--remove', '--compare'])
      expect((await ends(['Gruop', 'Beta Foods', flag]))[1]).toContain('#NO_GROUP');
  });
});
