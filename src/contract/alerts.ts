/** Alerts of a job: whom it tells of new records beside the mail, as people set it up and as the page shows it. JSON values only. */

/** Mail, incoming webhooks of Slack, Google Chat and Microsoft Teams, and any other address with the headers of Standard Webhooks. */
export const ALERT_KINDS = ['mail', 'slack', 'chat', 'teams', 'webhook'] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const MAX_ALERTS = 5;

/** The hosts of each kind's addresses; those of Teams are of workflows, before and after their move, and of connectors. */
export const ALERT_HOSTS: Readonly<Record<AlertKind, string>> = {
  mail: '',
  slack: 'hooks.slack.com',
  chat: 'chat.googleapis.com',
  teams: 'logic.azure.com, powerplatform.com, webhook.office.com',
  webhook: '',
};

/** A mail address. */
export const MAIL = /^[^\s@,;<>]{1,64}@[^\s@,;<>]{1,190}$/;

/** http is for the machine itself only, where the sandbox has a stand-in for any of them. An empty address stays as it is. */
export function isAtItsHost(kind: AlertKind, address: string): boolean {
  if (kind === 'mail') return address === '' || MAIL.test(address);
  const [, host] = /^https:\/\/([^:/?]+)/.exec(address.toLowerCase()) ?? [];
  if (!host) return /^(?:http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/?].*)?)?$/i.test(address);
  return ALERT_HOSTS[kind].split(', ').some((one) => one === '' || `.${host}`.endsWith(`.${one}`));
}

/** The settings of which records are reported, and when. */
export interface AlertSettings {
  readonly kind: AlertKind;
  /** Types of expansions; empty for all records. */
  readonly types: readonly string[];
  /** Records with as many jobs, or with the investment; 0 for no such rule. Without either rule, all are told. */
  readonly minJobs: number;
  readonly minInvestment: number;
  /** The currency of the investment; one in another currency is not compared. Empty without the rule. */
  readonly currency: string;
  /** Hours from 0 to 23 in the spreadsheet's time zone, between which messages wait; none where both are equal. */
  readonly quietFrom: number;
  readonly quietTo: number;
  /**
   * True if a webhook gets all records that are new, have changed or no longer match, in batches; rules and quiet hours do not
   * matter. At most one of a job.
   */
  readonly whole?: boolean;
}

export interface AlertInput extends AlertSettings {
  /** The id of the alert as the page has got it; absent for a new one. */
  readonly id?: string;
  /** Empty keeps the stored address, which the page never gets. */
  readonly address: string;
}

export interface AlertState extends AlertSettings {
  /** Names the destination; says nothing about the address. */
  readonly id: string;
  /** Host and last four characters. */
  readonly address: string;
  /** Whether the job is the current user's and lacks the address, which only the person who has entered it has. */
  readonly isMissing: boolean;
  /** Records that are still to be told. */
  readonly waiting: number;
  /** Why the last message failed, such as `404 no_service`, and waits for the next run; empty where it did not. */
  readonly failure: string;
  /** Records of messages that got no answer, in all: they may have arrived, and are not sent again. */
  readonly unclear: number;
}

/** The secret of a webhook that the job did not have. It is not shown again. */
export interface AlertSecret {
  readonly id: string;
  readonly secret: string;
}
