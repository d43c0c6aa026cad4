/** MailApp: sends nothing. It records mails so that tests can read them. */
import type { HostClock } from './clock.js';
import { serviceOf } from './define.js';
import type { Quotas } from './quotas.js';

interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

const MAX_RECORDED_MAILS = 1_000;

export function createMails(clock: HostClock, quotas: Quotas) {
  const mails: SentMail[] = [];
  const table = serviceOf<GoogleAppsScript.Mail.MailApp & PlainMail>('MailApp', {
    getRemainingDailyQuota: {
      needs: 'mail',
      records: 'MailApp.remaining',
      handle: ({ user }) => quotas.of(user.email).recipients.left,
    },
    sendEmail: {
      needs: 'mail',
      required: ['recipient'],
      records: 'MailApp.send',
      async handle(call, recipient, subject = '', body = '') {
        await call.spend('recipients', recipient.split(',').length);
        mails.push({ sender: call.user.email, recipient, subject, body, at: clock.now() });
        if (mails.length > MAX_RECORDED_MAILS) mails.shift();
      },
    },
  });
  return {
    tables: [table],
    /** Returns the last 1,000 mails, oldest first. */
    sent: (): readonly SentMail[] => mails,
  };
}

/** The emulated overload. */
interface PlainMail {
  sendEmail(recipient: string, subject: string, body: string): void;
}
