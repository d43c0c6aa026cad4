/** The alerts that the add-on accepts: the address fits the destination, and the conditions are complete. */
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

test.each([
  ['Slack', {}],
  ['Chat', { kind: 'chat', address: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k' }],
  ['Teams', { kind: 'teams', address: 'https://prod-1.westus.logic.azure.com:443/w?sig=s' }],
  ['Teams, moved', { kind: 'teams', address: 'https://d1.0.environment.api.powerplatform.com:443/x' }],
  ['Teams, older', { kind: 'teams', address: 'https://acme.webhook.office.com/webhookb2/1' }],
  ['a webhook', { kind: 'webhook', address: 'https://any.example/x?y=1' }],
  ['mail', { kind: 'mail', address: 'me@any.example' }],
  ['a currency', { minInvestment: 5, currency: 'USD' }],
])('an alert to %s', async (_name, alert) => expect((await save([alert])).jobs[0]?.alerts).toHaveLength(1));

test.each([
  ['Slack elsewhere', [{ address: 'https://hooks.slack.com.evil.example/x' }], 'hooks.slack.com; copy'],
  ['Slack in the path', [{ address: 'https://evil.example/hooks.slack.com' }], 'hooks.slack.com; copy'],
  ['Chat at Slack', [{ kind: 'chat' }], 'chat.googleapis.com; copy'],
  [
    'Teams elsewhere',
    [{ kind: 'teams', address: 'https://evilwebhook.office.com/x' }],
    'webhook.office.com; copy',
  ],
  ['http', [{ kind: 'webhook', address: 'http://any.example/x' }], 'the alert address must be https'],
  ['a user', [{ kind: 'webhook', address: 'https://me@any.example/x' }], 'the alert address must be https'],
  ['no address', [{ address: '' }], 'only the person who entered'],
  ['two mail addresses', [{ kind: 'mail', address: 'a@b.example,c@d.example' }], 'mail address'],
  ['another kind', [{ kind: 'pigeon' }], 'list of alerts'],
  ['an inherited kind', [{ kind: 'constructor' }], 'list of alerts'],
  ['no currency', [{ minInvestment: 5 }], 'list of alerts'],
  ['an hour too late', [{ quietTo: 24 }], 'list of alerts'],
  ['types that are no list', [{ types: 'Store' }], 'list of alerts'],
  ['the same twice', [{}, {}], 'two alerts of the job have the same address; remove one'],
  ['six', [1, 2, 3, 4, 5, 6].map((n) => ({ address: `${SLACK}${n}` })), 'list of alerts'],
  ['no list', 'all', 'list of alerts'],
])('an alert to %s is refused', async (_name, alerts, message) => {
  await expect(save(alerts)).rejects.toThrow(message);
});
