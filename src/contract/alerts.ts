/** Alerts of a job, which report new records beside the mail: their settings and state. JSON values only. */

/** Mail, incoming webhooks of Slack, Google Chat and Teams, and other addresses by Standard Webhooks. */
export const ALERT_KINDS = ['mail', 'slack', 'chat', 'teams', 'webhook'] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const MAX_ALERTS = 5;

/** Hosts of each kind. Those of Teams are of workflows, before and after they moved, and of connectors. */
export const ALERT_HOSTS: Readonly<Record<AlertKind, string>> = {
  mail: '',
  slack: 'hooks.slack.com',
  chat: 'chat.googleapis.com',
  teams: 'logic.azure.com, powerplatform.com, webhook.office.com',
  webhook: '',
};

export const MAIL = /^[^\s@,;<>]{1,64}@[^\s@,;<>]{1,190}$/;

/** True for an address of its kind and for ''. http is for localhost only, where the sandbox emulates it. */
export function isAtItsHost(kind: AlertKind, address: string): boolean {
  if (kind === 'mail') return address === '' || MAIL.test(address);
  const [, host] = /^https:\/\/([^:/?]+)/.exec(address.toLowerCase()) ?? [];
  if (!host) return /^(?:http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/?].*)?)?$/i.test(address);
  return ALERT_HOSTS[kind].split(', ').some((one) => one === '' || `.${host}`.endsWith(`.${one}`));
}

/** The settings of an alert: which records it reports, and when. */
export interface AlertSettings {
  readonly kind: AlertKind;
  /** Types of expansions; empty for all records. */
  readonly types: readonly string[];
  /** Reports records with at least this many jobs or this investment. 0 sets no rule; without rules, all count. */
  readonly minJobs: number;
  readonly minInvestment: number;
  /** The currency of `minInvestment`; other currencies are not compared. '' without that rule. */
  readonly currency: string;
  /** Quiet hours, from 0 to 23 in the spreadsheet's zone, in which messages wait; none if both are equal. */
  readonly quietFrom: number;
  readonly quietTo: number;
  /**
   * True if a webhook gets all new, changed and no longer matching records in batches, regardless of rules
   * and quiet hours. At most one per job.
   */
  readonly whole?: boolean;
}

export interface AlertInput extends AlertSettings {
  /** The alert's id; absent for a new alert. */
  readonly id?: string;
  /** Empty keeps the stored address, which the page never gets. */
  readonly address: string;
}

export interface AlertState extends AlertSettings {
  /** Identifies the destination without revealing its address. */
  readonly id: string;
  /** Host and last four characters. */
  readonly address: string;
  /** True if the current user's job lacks the address, which only the person who entered it has. */
  readonly isMissing: boolean;
  /** Number of records still to be reported. */
  readonly waiting: number;
  /**
   * Error of the last message, such as `404 no_service`, or a key of `alerts.reasons` in the texts of the page;
   * '' if it succeeded. A failed message is sent again.
   */
  readonly failure: string;
  /** Total of records in messages without a response: they may have arrived, and are not sent again. */
  readonly unclear: number;
}

/** The secret of a webhook whose address was entered. */
export interface AlertSecret {
  readonly id: string;
  readonly secret: string;
}
