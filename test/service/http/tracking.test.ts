/** Edits of groups by keys with that right: each company is reported once, and no edit is lost. */
import { GROUPS_PATH } from '../../../src/contract/lookups.js';
import {
  type ChangedGroup,
  type GroupChange,
  MAX_COMPANIES_OF_GROUP,
  MAX_GROUPS_OF_KEY,
  MAX_TRACKED_AT_ONCE,
} from '../../../src/contract/tracking.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { ENGINES } from '../support/engines.js';
import { GROUP } from '../support/sample.js';
import { useSample } from '../support/sample-service.js';
import { refusalIn } from '../support/test-service.js';

const NOTHING = { added: [], already: [], removed: [], absent: [], unknown: [] };

describe.each(ENGINES)('$name', ({ open, turn }) => {
  const { engine, service } = useSample(open);
  let key: string;
  beforeAll(async () => {
    key = await service.makeKey(0, { mayEditGroups: true });
  });
  const pathOf = (group: string) => `${GROUPS_PATH}/${encodeURIComponent(group)}`;
  const send = (group: string, body: unknown, by = key) => service.as(by).post(pathOf(group), body);
  const change = async (group: string, body: GroupChange, by = key): Promise<ChangedGroup> => {
    const reply = await send(group, body, by);
    const { status, message, ...changed } = reply.json() as ChangedGroup & Record<string, unknown>;
    expect([reply.status, status, message]).toEqual([200, '200', 'Success']);
    return changed;
  };
  const members = async (group: string) => {
    const reply = await service.as(key).get(pathOf(group));
    if (reply.status === 404) return undefined;
    return (reply.json() as { companies: { id: string }[] }).companies.map(({ id }) => id).sort();
  };

  test('a group is created with its first company, and a repetition changes nothing', async () => {
    expect(await change('New', { add: ['nobody'] })).toEqual({ ...NOTHING, unknown: ['nobody'] });
    expect(await members('New')).toBeUndefined();
    const add = ['c3', 'nobody', 'c1', 'c3'];
    expect(await change('New', { add })).toEqual({ ...NOTHING, added: ['c3', 'c1'], unknown: ['nobody'] });
    expect(await change('New', { add })).toEqual({ ...NOTHING, already: ['c3', 'c1'], unknown: ['nobody'] });
    expect(await members('New')).toEqual(['c1', 'c3']);
    const both = { add: ['c2'], remove: ['c1', 'c4'] };
    expect(await change('New', both)).toEqual({ ...NOTHING, added: ['c2'], removed: ['c1'], absent: ['c4'] });
    expect(await change('New', both)).toEqual({ ...NOTHING, already: ['c2'], absent: ['c1', 'c4'] });
    expect(await members('New')).toEqual(['c2', 'c3']);
  });

  test('a group that a key has created is deleted with its last company, but not a group of the operator', async () => {
    await change('Mine', { add: ['c1'] });
    expect(await change('Mine', { remove: ['c1'] })).toEqual({ ...NOTHING, removed: ['c1'] });
    expect(await members('Mine')).toBeUndefined();
    await engine.store.addToGroup('Theirs', ['c1']);
    await change('Theirs', { remove: ['c1'] });
    expect(await members('Theirs')).toEqual([]);
  });

  test('a key without the permission changes nothing', async () => {
    const other = await service.makeKey(10);
    const before = await members(GROUP);
    expect(refusalIn(await send(GROUP, { add: ['c3'] }, other))).toBe(
      '403 NOT_ALLOWED: This key may not change groups: ask the operator of the service to allow it',
    );
    expect(await members(GROUP)).toEqual(before);
  });

  test('a removal from an unknown group is refused with its name', async () => {
    const reply = await send('Nowhere', { remove: ['c1'], add: ['nobody'] });
    expect(refusalIn(reply)).toBe('404 NO_GROUP: There is no group named Nowhere');
  });

  test.each<[string, unknown, RegExp]>([
    ['nothing', {}, /^add or remove must have the id of a company$/],
    ['an empty list', { add: [], remove: [] }, /^add or remove must/],
    ['a text', { add: 'c1' }, /^add must be a list of at most 500 ids of companies, such as/],
    ['a number', { remove: [1] }, /^remove must be a list/],
    ['an empty id', { add: [''] }, /^add must be a list/],
    ['a zero byte', { add: ['c\0'] }, /^add must be a list/],
    ['too many', { add: Array.from({ length: MAX_TRACKED_AT_ONCE + 1 }, (_, id) => `i${id}`) }, /^add must/],
    ['a company in both lists', { add: ['c1', 'c2'], remove: ['c2'] }, /^remove has c2, which add has, too/],
    ['another field', { companies: ['c1'] }, /^companies is not known; send add or remove$/],
    ['a list', ['c1'], /^add or remove must/],
  ])('%s is refused', async (_, body, message) => {
    const refused = refusalIn(await send('Refused', body));
    expect(refused.replace('400 BAD_INPUT: ', '')).toMatch(message);
  });

  test.each([' Blanks', 'Blanks ', ' ', '...', 'Tab\there', 'a'.repeat(101)])(
    'no group is created with the name "%.12s"',
    async (name) => {
      const refused = /^400 BAD_INPUT: GROUP_NAME of a new group must have 1 to 100 characters/;
      expect(refusalIn(await send(name, { add: ['c1'] }))).toMatch(refused);
    },
  );

  test('a group has a maximum of companies, and a key a maximum of groups', async () => {
    const many = Array.from({ length: MAX_COMPANIES_OF_GROUP - 1 }, (_, at) => `m${at}`);
    await engine.store.addToGroup('Full', many);
    expect(refusalIn(await send('Full', { add: ['c1', 'c2'] }))).toMatch(
      /^400 BAD_INPUT: add has too many companies: a group has at most 10000;/,
    );
    expect((await change('Full', { add: ['c1', 'c2'], remove: ['m0'] })).added).toEqual(['c1', 'c2']);
    expect(await members('Full')).toEqual(['c1', 'c2']);
    await engine.store.deleteGroup('Full');

    const own = await service.makeKey(0, { mayEditGroups: true });
    const names = Array.from({ length: MAX_GROUPS_OF_KEY - 1 }, (_, at) => `Own ${at}`);
    for (const name of names) await change(name, { add: ['c1'] }, own);
    const last = await Promise.all(['A', 'B', 'C', 'D'].map((name) => send(name, { add: ['c1'] }, own)));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(refusalIn(await send('E', { add: ['c1'] }, own))).toMatch(
      /^400 BAD_INPUT: GROUP_NAME would be one group too many: this key has created 100;/,
    );
    await change(names[0]!, { remove: ['c1'] }, own);
    expect((await change('E', { add: ['c1'] }, own)).added).toEqual(['c1']);
  });

  test(`many concurrent writers add each company once and remove it once (SEED=${SEED})`, async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `w${at}`);
    await engine.store.putCompanies(ids.map((id) => ({ id, name: `Writer ${id}` })));
    const random = createRandom(SEED + turn);
    for (let round = 0; round < 20; round += 1) {
      const group = `Writers ${round}`;
      // some edits create the group, and some delete it with its last company
      const edits = Array.from({ length: 8 }, () => {
        const some = random.some(ids, 1 + random.below(round % 2 === 0 ? 3 : 40));
        return random.chance(0.4) ? { remove: some } : { add: some };
      });
      const replies = await Promise.all(edits.map((edit) => send(group, edit)));
      const joined = new Map(ids.map((id) => [id, 0]));
      replies.forEach((reply, at) => {
        // the only allowed error is a removal from a group that does not exist
        if (reply.status === 404 && edits[at]?.remove) return;
        expect([reply.status, edits[at]]).toEqual([200, edits[at]]);
        const { added, removed } = reply.json() as ChangedGroup;
        for (const id of added) joined.set(id, joined.get(id)! + 1);
        for (const id of removed) joined.set(id, joined.get(id)! - 1);
      });
      const left = ids.filter((id) => joined.get(id) === 1);
      expect([...joined.values()].every((count) => count === 0 || count === 1)).toBe(true);
      expect((await members(group)) ?? []).toEqual(left.sort());
      expect((await members(group)) === undefined).toBe(left.length === 0);
    }
  });
});
