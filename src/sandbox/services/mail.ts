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
const MAX_RECIPIENTS = 50;
/** Reported by scripts; no reference has it. */
const MAX_SUBJECT_LENGTH = 250;
/** The limit of a consumer's account, the stricter one. */
const MAX_BODY_BYTES = 200_000;

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
        const count = checkedRecipients(recipient).length;
        check(subject, body);
        await call.spend('recipients', count);
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

/** Returns the addresses of a list with commas. @throws Google's error */
function checkedRecipients(list: string): readonly string[] {
  const addresses = list.split(',').map((one) => one.trim());
  if (list.trim() === '') throw new Error('Failed to send email: no recipient');
  const invalid = addresses.find((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one));
  if (invalid !== undefined) throw new Error(`Invalid email: ${invalid}`);
  if (addresses.length > MAX_RECIPIENTS) throw new Error('Limit Exceeded: Email Recipients Per Message.');
  return addresses;
}

/** Google sends mails with an empty subject or body. @throws Google's error */
function check(subject: string, body: string): void {
  if (subject.length > MAX_SUBJECT_LENGTH) throw new Error('Argument too large: subject');
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error('Limit Exceeded: Email Body Size.');
}

/** The emulated overload. */
interface PlainMail {
  sendEmail(recipient: string, subject: string, body: string): void;
}
