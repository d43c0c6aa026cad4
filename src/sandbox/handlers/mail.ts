/** MailApp: sends nothing. It records mails so that tests can read them. */
import { MAIL_APP } from '../methods/mail.js';
import type { HostClock } from './clock.js';
import { serviceOf } from './dispatch.js';
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
  return {
    service: serviceOf(MAIL_APP, {
      remaining: ({ user }) => quotas.of(user.email).recipients.left,
      send: ({ user }, recipient, subject, body) => {
        mails.push({ sender: user.email, recipient, subject, body, at: clock.now() });
        if (mails.length > MAX_RECORDED_MAILS) mails.shift();
      },
    }),
    /** Returns the last 1,000 mails, oldest first. */
    sent: (): readonly SentMail[] => mails,
  };
}
