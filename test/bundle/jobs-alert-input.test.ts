/** The alerts that the add-on accepts: the address fits the destination, and the conditions are complete. */
import { alertTo } from '../support/alert-destinations.js';
import { syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const SLACK = 'https://hooks.slack.com/services/T/B/x';
test.each<[string, unknown, string | undefined]>([
  ['Slack', [{ address: SLACK }], undefined],
  [
    'Slack elsewhere',
    [{ address: 'https://hooks.slack.com.evil.example/x' }],
    'hooks.slack.com; copy it again',
  ],
  ['Slack in the path', [{ address: 'https://evil.example/hooks.slack.com' }], 'hooks.slack.com; copy'],
  ['Chat', [{ kind: 'chat', address: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k' }], undefined],
  ['Chat at Slack', [{ kind: 'chat', address: SLACK }], 'chat.googleapis.com; copy'],
  ['Teams', [{ kind: 'teams', address: 'https://prod-1.westus.logic.azure.com:443/w?sig=s' }], undefined],
  [
    'Teams, moved',
    [{ kind: 'teams', address: 'https://d1.0.environment.api.powerplatform.com:443/x' }],
    undefined,
  ],
  ['Teams, older', [{ kind: 'teams', address: 'https://acme.webhook.office.com/webhookb2/1' }], undefined],
  [
    'Teams elsewhere',
    [{ kind: 'teams', address: 'https://evilwebhook.office.com/x' }],
    'webhook.office.com; copy',
  ],
  ['a webhook', [{ kind: 'webhook', address: 'https://any.example/x?y=1' }], undefined],
  ['http', [{ kind: 'webhook', address: 'http://any.example/x' }], 'the alert address must be https'],
  ['a user', [{ kind: 'webhook', address: 'https://me@any.example/x' }], 'the alert address must be https'],
  ['no address', [{ address: '' }], 'only the person who entered'],
  ['mail', [{ kind: 'mail', address: 'me@any.example' }], undefined],
  ['two mail addresses', [{ kind: 'mail', address: 'a@b.example,c@d.example' }], 'mail address'],
  ['another kind', [{ kind: 'pigeon' }], 'list of alerts'],
  ['an inherited kind', [{ kind: 'constructor' }], 'list of alerts'],
  ['no currency', [{ address: SLACK, minInvestment: 5 }], 'list of alerts'],
  ['a currency', [{ address: SLACK, minInvestment: 5, currency: 'USD' }], undefined],
  ['an hour too late', [{ address: SLACK, quietTo: 24 }], 'list of alerts'],
  ['types that are no list', [{ address: SLACK, types: 'Store' }], 'list of alerts'],
  [
    'the same twice',
    [{ address: SLACK }, { address: SLACK }],
    'two alerts of the job have the same address; remove one',
  ],
  ['six', [1, 2, 3, 4, 5, 6].map((n) => ({ address: `${SLACK}${n}` })), 'list of alerts'],
  ['no list', 'all', 'list of alerts'],
])('an alert to %s', async (_name, alerts, message) => {
  const given = Array.isArray(alerts) ? alerts.map((one: object) => ({ ...alertTo(SLACK), ...one })) : alerts;
  const saving = sheet.call('saveJob', { ...syncOf(sheet), alerts: given });
  if (message !== undefined) return await expect(saving).rejects.toThrow(message);
  expect((await saving).jobs[0]?.alerts).toHaveLength(1);
});
