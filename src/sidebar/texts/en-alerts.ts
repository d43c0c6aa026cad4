/** English texts of the alerts of jobs. */

const them = (count: string): string => (count === '1' ? '1 record' : `${count} records`);

export const alerts = {
  title: 'Alerts',
  text: 'After a run: what is new, five records at most, each told once. Addresses are kept like your key.',
  add: 'Add an alert',
  to: 'Where to',
  kinds: {
    mail: 'Mail',
    slack: 'Slack',
    chat: 'Google Chat',
    teams: 'Microsoft Teams',
    webhook: 'Signed webhook',
  },
  address: 'Address',
  addressHints: {
    mail: 'Google asks for permission to send mail as you, and sends 100 a day for consumers.',
    slack: 'From “Incoming Webhooks” in Slack.',
    chat: 'From “Apps & integrations” of the space, “Webhooks”.',
    teams: 'From a workflow for webhook requests.',
    webhook: 'Any https address. It gets JSON, signed as Standard Webhooks with a secret that is shown once.',
  },
  keep: (address: string): string => `Leave it empty to keep ${address}.`,
  problems: {
    mail: 'This is no mail address.',
    missing: 'Enter the address.',
    elsewhere: (hosts: string): string =>
      hosts === '' ? 'It begins with https://.' : `It begins with https:// and is at ${hosts}.`,
  },
  all: 'All new records',
  or: ' or ',
  minJobs: 'Jobs from',
  minInvestment: 'Investment from',
  currency: 'Currency',
  minHint: 'With jobs and investment, either is enough.',
  types: 'Types of expansions',
  quiet: 'Quiet hours',
  quietFrom: 'From',
  quietTo: 'To',
  remove: (alert: string): string => `Remove the alert ${alert}`,
  test: 'Send a test',
  retry: 'Send now',
  tested: 'The message has arrived.',
  failed: (words: string): string => `The message did not arrive: ${words}.`,
  unknown: 'No answer: the message may have arrived.',
  waiting: (count: string): string => `${them(count)} to be told.`,
  retried: 'It is sent again within the hour and costs nothing.',
  unclear: (count: string): string => `No answer for ${them(count)}: not sent again.`,
  missing: 'Only the person who entered the address has it. Choose Change and enter it again.',
  copySecret: 'The secret of the webhook. Copy it now: it is not shown again.',
};
