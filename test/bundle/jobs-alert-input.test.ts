/** The alerts that the add-on accepts: the address fits the destination, and the conditions are complete. */
import type { AlertInput } from '../../src/contract/alerts.js';
import { alertTo } from '../support/alert-destinations.js';
import { syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const SLACK = 'https://hooks.slack.com/services/T/B/x';
/** Saves a job with alerts that differ from one to Slack. */
const save = (alerts: unknown) => {
  const given = Array.isArray(alerts) ? alerts.map((one: object) => ({ ...alertTo(SLACK), ...one })) : alerts;
  return sheet.call('saveJob', { ...syncOf(sheet), alerts: given });
};

test('alerts to each kind of destination are accepted', async () => {
  const accepted: readonly Partial<AlertInput>[] = [
    {},
    { kind: 'chat', address: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k' },
    { kind: 'teams', address: 'https://prod-1.westus.logic.azure.com:443/w?sig=s' },
    { kind: 'teams', address: 'https://d1.0.environment.api.powerplatform.com:443/x' },
    { kind: 'teams', address: 'https://acme.webhook.office.com/webhookb2/1' },
    { kind: 'webhook', address: 'https://any.example/x?y=1' },
    { kind: 'mail', address: 'me@any.example' },
    { minInvestment: 5, currency: 'USD' },
  ];
  for (const alert of accepted) {
    const { jobs } = await save([alert]);
    expect([alert, jobs[0]?.alerts?.length]).toEqual([alert, 1]);
    await sheet.call('removeJob', jobs[0]?.id);
  }
});

const REFUSED: readonly (readonly [what: string, alerts: unknown, message: string])[] = [
  ['Slack elsewhere', [{ address: 'https://hooks.slack.com.evil.example/x' }], 'hooks.slack.com; copy'],
  ['Slack in the path', [{ address: 'https://evil.example/hooks.slack.com' }], 'hooks.slack.com; copy'],
  ['Chat at Slack', [{ kind: 'chat' }], 'chat.googleapis.com; copy'],
  ['Teams elsewhere', [{ kind: 'teams', address: 'https://evilwebhook.office.com/x' }], 'webhook.office.com'],
  ['http', [{ kind: 'webhook', address: 'http://any.example/x' }], 'the alert address must be https'],
  ['a user', [{ kind: 'webhook', address: 'https://me@any.example/x' }], 'the alert address must be https'],
  ['no address', [{ address: '' }], 'only the person who entered'],
  ['two mail addresses', [{ kind: 'mail', address: 'a@b.example,c@d.example' }], 'mail address'],
  ['another kind', [{ kind: 'pigeon' }], 'settings are not valid'],
  ['an inherited kind', [{ kind: 'constructor' }], 'settings are not valid'],
  ['no currency', [{ minInvestment: 5 }], 'settings are not valid'],
  ['an hour too late', [{ quietTo: 24 }], 'settings are not valid'],
  ['types that are no list', [{ types: 'Store' }], 'settings are not valid'],
  ['the same twice', [{}, {}], 'two alerts of the job have the same address; remove one'],
  ['six', [1, 2, 3, 4, 5, 6].map((n) => ({ address: `${SLACK}${n}` })), 'settings are not valid'],
  ['no list', 'all', 'settings are not valid'],
  ['all records to Slack', [{ whole: true }], 'settings are not valid'],
  [
    'all records to two webhooks',
    ['/a', '/b'].map((to) => ({ kind: 'webhook', whole: true, address: `https://any.example${to}` })),
    'one webhook for all records',
  ],
];

test('other alerts are refused', async () => {
  for (const [what, alerts, message] of REFUSED) {
    const said = await save(alerts).catch(String);
    expect([what, said]).toEqual([what, expect.stringContaining(message)]);
  }
});
