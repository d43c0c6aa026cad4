/** Alerts while they are edited: saving keeps their settings, and a missing address is reported. */
import type { AlertKind, AlertState } from '../../src/contract/alerts.js';
import {
  addressProblem,
  alertOfDraft,
  draftOfAlert,
  NEW_ALERT,
  wrongFieldsOf,
} from '../../src/sidebar/draft/alert-draft.js';

const SETTINGS = {
  id: 'a1',
  kind: 'chat',
  types: ['HQ'],
  minJobs: 100,
  minInvestment: 5_000_000,
  currency: 'EUR',
  quietFrom: 20,
  quietTo: 7,
} as const;
const ADDRESS = { address: 'chat.googleapis.com…kA3x', isMissing: false };
const STATE: AlertState = { ...SETTINGS, ...ADDRESS, waiting: 2, failure: '404', unclear: 1 };
const BARE = { types: [], minJobs: 0, minInvestment: 0, currency: '', quietFrom: 0, quietTo: 0 } as const;

test.each<[string, Partial<AlertState>]>([
  ['all rules', {}],
  ['none', BARE],
  ['quiet from midnight on', { ...BARE, quietTo: 6 }],
  ['only types', { ...BARE, types: ['HQ', 'Store'] }],
])('an alert with %s is saved unchanged', (_name, change) => {
  const saved = alertOfDraft(draftOfAlert({ ...STATE, ...change }, true));
  expect(saved).toEqual({ ...SETTINGS, ...change, address: '' });
});

test('a new alert reports all records at any hour, and has no id', () => {
  const address = 'https://hooks.slack.com/services/T0/B0/x';
  const saved = alertOfDraft({ ...NEW_ALERT, address: ` ${address}\n` });
  expect(saved).toEqual({ kind: 'slack', address, ...BARE });
});

test('a currency without an amount, and hours without the switch, are not saved', () => {
  const draft = { ...NEW_ALERT, minInvestment: '', currency: 'EUR', quietFrom: '9', isQuiet: false };
  expect(alertOfDraft(draft)).toMatchObject({ currency: '', quietFrom: 0, quietTo: 0 });
});

test.each([
  ['the person’s own', true, false, undefined],
  ['one whose address they lack', true, true, 'missing'],
  ['a colleague’s', false, false, 'missing'],
] as const)('%s: the stored address', (_name, isMine, isMissing, problem) => {
  expect(addressProblem(draftOfAlert({ ...STATE, isMissing }, isMine))).toBe(problem);
});

test.each<[AlertKind, string, string | undefined]>([
  ['slack', 'https://hooks.slack.com/services/T0/B0/x', undefined],
  ['slack', 'https://acme.slack.com/archives/C04', 'elsewhere'],
  ['slack', 'hooks.slack.com/services/T0/B0/x', 'elsewhere'],
  ['slack', 'http://localhost.any.example/x', 'elsewhere'],
  ['slack', 'http://127.0.0.1:8080/slack', undefined],
  ['webhook', 'http://localhost', undefined],
  ['slack', ' ', 'missing'],
])('%s at %s', (kind, address, problem) => {
  expect(addressProblem({ ...NEW_ALERT, kind, address })).toBe(problem);
});

test('a rule that is no number is refused, not read as another rule or as none', () => {
  const alert = { ...NEW_ALERT, address: 'https://hooks.slack.com/x' };
  expect(wrongFieldsOf({ ...alert, minJobs: '1.000', minInvestment: '5M' })).toEqual(['jobs', 'investment']);
  expect(wrongFieldsOf({ ...alert, minJobs: '1000' })).toEqual([]);
  // a webhook for all records has no rules
  const whole = { ...alert, kind: 'webhook', whole: true, minJobs: 'many' } as const;
  expect([wrongFieldsOf(whole), alertOfDraft(whole).minJobs]).toEqual([[], 0]);
});
