/** MailApp, with Google's limits. */
import { serviceOf } from './define.js';

const MAX_RECIPIENTS = 50;
/** Reported by scripts; no reference has it. */
const MAX_SUBJECT_LENGTH = 250;
/** The limit of a consumer's account, the stricter one. */
const MAX_BODY_BYTES = 200_000;

/** The emulated overload. */
interface PlainMail {
  sendEmail(recipient: string, subject: string, body: string): void;
}

export const MAIL_APP = serviceOf<GoogleAppsScript.Mail.MailApp & PlainMail>('MailApp', {
  getRemainingDailyQuota: {
    needs: 'mail',
    handle: ({ quotas, user }) => quotas.of(user.email).recipients.left,
  },
  sendEmail: {
    needs: 'mail',
    async handle({ mails, spend, user }, recipient, subject = '', body = '') {
      const count = checkedRecipients(recipient).length;
      // Google sends mails with an empty subject or body
      if (subject.length > MAX_SUBJECT_LENGTH) throw new Error('Argument too large: subject');
      if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error('Limit Exceeded: Email Body Size.');
      await spend('recipients', count);
      mails.add({ sender: user.email, recipient, subject, body });
    },
  },
});

/** Returns the addresses of a list with commas. @throws Google's error */
function checkedRecipients(list: string): readonly string[] {
  const addresses = list.split(',').map((one) => one.trim());
  if (list.trim() === '') throw new Error('Failed to send email: no recipient');
  const invalid = addresses.find((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one));
  if (invalid !== undefined) throw new Error(`Invalid email: ${invalid}`);
  if (addresses.length > MAX_RECIPIENTS) throw new Error('Limit Exceeded: Email Recipients Per Message.');
  return addresses;
}
