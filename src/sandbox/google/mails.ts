/** Mail: nothing leaves the machine. Sent mails are recorded, so that tests can read them. */
import type { HandlersOf } from '../services/define.js';
import type { MAIL_APP } from '../services/mail.js';
import type { HostClock } from './clock.js';
import type { Caller } from './handlers.js';
import type { Quotas } from './quotas.js';

export interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

const MAX_KEPT = 1_000;

export interface Mails {
  readonly handlers: HandlersOf<Caller, typeof MAIL_APP>;
  /** The last ones, oldest first. */
  sent(): readonly SentMail[];
}

export function createMails({
  clock,
  quotas,
}: {
  readonly clock: HostClock;
  readonly quotas: Quotas;
}): Mails {
  const mails: SentMail[] = [];
  return {
    handlers: {
      remaining: ({ user }) => quotas.of(user.email).recipients.left,
      send: ({ user }, recipient, subject, body) => {
        mails.push({ sender: user.email, recipient, subject, body, at: clock.now() });
        if (mails.length > MAX_KEPT) mails.shift();
      },
    },
    sent: () => mails,
  };
}
