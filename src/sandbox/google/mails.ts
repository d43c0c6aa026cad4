/** Mail: nothing leaves the machine. Sent mails are recorded, so that tests can read them. */
import type { Handlers, OperationsOf } from './handlers.js';

export interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

const MAX_KEPT = 1_000;

export interface Mails {
  readonly handlers: Handlers<OperationsOf<'MailApp'>>;
  /** The last ones, oldest first. */
  sent(): readonly SentMail[];
}

export function createMails(): Mails {
  const mails: SentMail[] = [];
  return {
    handlers: {
      'MailApp.send': ({ user }, recipient, subject, body) => {
        mails.push({ sender: user.email, recipient, subject, body });
        if (mails.length > MAX_KEPT) mails.shift();
      },
    },
    sent: () => mails,
  };
}
