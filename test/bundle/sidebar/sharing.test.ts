/** Shared keys: who sees them, who spends, who may change what. */
import type { FormulaKey, HealthProblem } from '../../../src/contract/sidebar-api.js';
import type { Role } from '../../../src/sandbox/bridge/modes.js';
import { useHost } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { useService } from '../../support/service.js';
import { createPeople, ROLES } from './people.js';

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost();
const people = createPeople(host);
let keys: Readonly<Record<'owner' | 'editor', string>>;

beforeAll(async () => {
  keys = { owner: service.apiKey, editor: await service.createKey(100) };
});

const save = (role: 'owner' | 'editor') =>
  people.save(role, { baseUrl: recorder.baseUrl, apiKey: keys[role] });
/** Returns whose key a formula sends, or its error. */
const payerOfFormula = async () => {
  recorder.clear();
  const shown = await people.formula();
  const [sent] = recorder.requests.map(({ headers }) => headers['x-api-key']);
  return sent === keys.owner ? 'owner' : sent === keys.editor ? 'editor' : shown.slice(0, 7);
};
const documentText = () => JSON.stringify(host.properties.entries('document'));

type Sees = Readonly<Record<Role, readonly [FormulaKey, readonly HealthProblem[]]>>;

interface Situation {
  readonly saved: readonly ('owner' | 'editor')[];
  readonly sharedBy?: 'owner' | 'editor';
  readonly pays: string;
  readonly sees: Sees;
}

const NO_KEY: Sees = {
  owner: ['none', ['owner-without-key']],
  editor: ['none', ['owner-without-key']],
  viewer: ['none', ['owner-without-key', 'view-only']],
};
const OWNERS: Sees = { owner: ['mine', []], editor: ['other', []], viewer: ['other', ['view-only']] };
const SHARED: Sees = { owner: ['shared', []], editor: ['shared', []], viewer: ['shared', ['view-only']] };
const SITUATIONS: readonly Situation[] = [
  { saved: [], pays: '#NO_KEY', sees: NO_KEY },
  { saved: ['owner'], pays: 'owner', sees: OWNERS },
  { saved: ['editor'], pays: '#NO_KEY', sees: { ...NO_KEY, editor: ['none', ['key-out-of-sight']] } },
  { saved: ['owner', 'editor'], pays: 'owner', sees: OWNERS },
  { saved: ['editor'], sharedBy: 'editor', pays: 'editor', sees: SHARED },
  { saved: ['owner', 'editor'], sharedBy: 'editor', pays: 'editor', sees: SHARED },
  { saved: ['owner', 'editor'], sharedBy: 'owner', pays: 'owner', sees: SHARED },
];

test.each(SITUATIONS)(
  'keys of $saved, shared by $sharedBy: $pays pays, and each person sees it',
  async ({ saved, sharedBy, pays, sees }) => {
    for (const role of saved) await save(role);
    if (sharedBy) await people.share(sharedBy, 7);
    expect(await payerOfFormula()).toBe(pays);
    for (const role of ROLES) {
      const state = await people.call(role, 'sidebarState');
      expect([role, state.formulaKey, state.health]).toEqual([role, ...sees[role]]);
      expect(state.sharing?.mine).toBe(sharedBy && sharedBy === role);
      expect(state.sharing?.owner).toBe(sharedBy && `The ${sharedBy}`);
      expect(state.sharing?.dailyCap).toBe(sharedBy && 7);
      expect(state.sharing?.keyEnding).toBe(sharedBy && keys[sharedBy].slice(-4));
      for (const key of Object.values(keys)) expect(JSON.stringify(state)).not.toContain(key.slice(0, -4));
    }
  },
);

test('the document contains no part of a key before it is shared and after sharing stops', async () => {
  await save('owner');
  expect(documentText()).not.toContain(keys.owner);
  await people.share('owner');
  expect(documentText()).toContain(keys.owner);
  await people.call('owner', 'stopSharing');
  expect(documentText()).not.toContain(keys.owner);
});

test('only the person who shares can stop it', async () => {
  await save('owner');
  await people.share('owner');
  expect(await people.refusal('editor', 'stopSharing')).toBe(
    '#BAD_INPUT: "The owner" shares this key; only that person can stop sharing',
  );
  expect(await payerOfFormula()).toBe('owner');
  expect(await people.call('owner', 'stopSharing')).not.toHaveProperty('sharing');
});

test('any person with a key can pay instead: then the former key cannot be spent', async () => {
  await save('owner');
  await save('editor');
  await people.share('owner');
  await people.share('editor');
  expect(documentText()).not.toContain(keys.owner);
  expect(await payerOfFormula()).toBe('editor');
  await people.call('editor', 'stopSharing');
  expect(await payerOfFormula()).toBe('owner');
});

test('forgetting a key removes it from the spreadsheet', async () => {
  await save('editor');
  await people.share('editor');
  const state = await people.call('editor', 'forgetConnection');
  expect(state).toMatchObject({ baseUrl: '', hasKey: false, keyEnding: '' });
  expect(state).not.toHaveProperty('sharing');
  expect(JSON.stringify(host.properties.save())).not.toContain(keys.editor);
  expect(await payerOfFormula()).toBe('#NO_KEY');
});

test('forgetting one’s own key keeps a colleague’s shared one', async () => {
  await save('owner');
  await save('editor');
  await people.share('editor');
  await people.call('owner', 'forgetConnection');
  expect(await payerOfFormula()).toBe('editor');
});

test('a new key replaces the one that its owner shares', async () => {
  await save('owner');
  await people.share('owner', 9);
  await people.save('owner', { baseUrl: recorder.baseUrl, apiKey: keys.editor });
  expect(documentText()).not.toContain(keys.owner);
  expect(await payerOfFormula()).toBe('editor');
  const { sharing } = await people.call('viewer', 'sidebarState');
  expect(sharing).toMatchObject({ owner: 'The owner', dailyCap: 9 });
});

test('wrong terms are refused', async () => {
  await save('owner');
  const names = ['', ' \n ', 'x'.repeat(61)].map((owner) => ({ owner, dailyCap: 5 }));
  await people.refuses('shareConnection', /^#BAD_INPUT: colleagues see your name/, names);
  const caps = [0, 1.5, '5', undefined].map((dailyCap) => ({ owner: 'Ann', dailyCap }));
  await people.refuses('shareConnection', /^#BAD_INPUT: the daily cap/, caps);
  await people.refuses('shareConnection', /^#BAD_INPUT/, [undefined]);
  expect(documentText()).not.toContain(keys.owner);
});

test('a missing key cannot be shared', () => expect(people.share('owner')).rejects.toThrow(/^#NO_KEY/));

test('a key that formulas do not use changes nothing about the state of theirs', async () => {
  await save('owner');
  await payerOfFormula();
  await save('editor');
  expect((await people.call('editor', 'sidebarState')).formulaKey).toBe('other');
  await people.call('editor', 'forgetConnection');
  expect((await people.call('owner', 'sidebarState')).formulaKey).toBe('mine');
  await people.call('owner', 'forgetConnection');
  expect((await people.call('owner', 'sidebarState')).formulaKey).toBe('unknown');
});
