/** English texts of the alerts of jobs. */

const them = (count: string): string => (count === '1' ? '1 record' : `${count} records`);

export const alerts = {
  title: 'Alerts',
  text: 'After a run, a message with what is new: at most five records, each told once.',
  add: 'Add an alert',
  to: 'Where to',
  kinds: {
    slack: 'Slack',
    chat: 'Google Chat',
    teams: 'Microsoft Teams',
    webhook: 'Another https address, signed',
  },
  address: 'Address',
  addressHints: {
    slack: 'From Incoming Webhooks in Slack.',
    chat: 'From Apps & integrations > Webhooks of the space.',
    teams: 'From a workflow “when a webhook request is received”.',
    webhook: 'Gets JSON with the headers of Standard Webhooks. Its secret is shown once, when it is saved.',
  },
  secret: 'Kept in your own store at Google, like your key. Others see its last four characters.',
  keep: (address: string): string => `Leave it empty to keep ${address}.`,
  problems: {
    missing: 'Enter the address: only the person who entered it has it.',
    elsewhere: (hosts: string): string =>
      hosts === '' ? 'It begins with https://.' : `It begins with https:// and is at ${hosts}.`,
  },
  minJobs: 'Jobs, at least',
  minInvestment: 'Investment, at least',
  currency: 'Currency',
  minHint: 'Leave both empty for all records; with both, either is enough.',
  types: 'Only some types of expansions',
  typesCount: (count: string): string => `Only some types of expansions (${count})`,
  quiet: 'Quiet hours',
  quietFrom: 'From',
  quietTo: 'To',
  quietHint: 'In the time zone of the spreadsheet. What is new waits.',
  remove: (alert: string): string => `Remove the alert ${alert}`,
  test: 'Send a test',
  testOf: (alert: string): string => `Send a test to ${alert}`,
  retry: 'Send now',
  retryOf: (alert: string): string => `Send what waits to ${alert} now`,
  tested: 'The message has arrived.',
  failed: (words: string): string => `It did not arrive: ${words}.`,
  unknown: 'There was no answer: it may have arrived.',
  waiting: (count: string): string => `${them(count)} to be told.`,
  refused: (words: string): string =>
    `The last message did not arrive: ${words}. It is sent again within the hour and costs nothing.`,
  unclear: (count: string): string =>
    `No answer for ${them(count)}: not sent again, as they may have arrived.`,
  missing: 'Its address is not in your store. Choose Change and enter it again.',
  copySecret: 'The secret of the webhook. Copy it now: it is not shown again.',
};
