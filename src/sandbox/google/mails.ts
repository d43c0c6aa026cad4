/** Mail: nothing leaves the machine. Sent mails are recorded, so that tests can read them. */
import type { HostClock } from './clock.js';
import type { Handlers, OperationsOf } from './handlers.js';

export interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

const MAX_KEPT = 1_000;
/** Recipients a day, of a person without Workspace. */
const MAX_A_DAY = 100;
const DAY_MS = 86_400_000;

export interface Mails {
  readonly handlers: Handlers<OperationsOf<'MailApp'>>;
  /** The last ones, oldest first. */
  sent(): readonly SentMail[];
}

export function createMails(clock: HostClock): Mails {
  const mails: SentMail[] = [];
  const remaining = (email: string): number =>
    MAX_A_DAY - mails.filter(({ sender, at }) => sender === email && at > clock.now() - DAY_MS).length;
  return {
    handlers: {
      'MailApp.remaining': ({ user }) => remaining(user.email),
      'MailApp.send': ({ user }, recipient, subject, body) => {
        if (remaining(user.email) < 1) throw new Error('Service invoked too many times for one day: email.');
        mails.push({ sender: user.email, recipient, subject, body, at: clock.now() });
        if (mails.length > MAX_KEPT) mails.shift();
      },
    },
    sent: () => mails,
  };
}
