/** The mails of scripts: the sandbox sends none, but tests can read them. */
import type { HostClock } from './clock.js';

interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

const MAX_RECORDED_MAILS = 1_000;

export type Mails = ReturnType<typeof createMails>;

export function createMails(clock: HostClock) {
  const mails: SentMail[] = [];
  return {
    /** Returns the last 1,000 mails, oldest first. */
    sent: (): readonly SentMail[] => mails,
    add(mail: Omit<SentMail, 'at'>): void {
      mails.push({ ...mail, at: clock.now() });
      if (mails.length > MAX_RECORDED_MAILS) mails.shift();
    },
  };
}
