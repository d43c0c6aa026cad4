/** MailApp: the sandbox keeps mails and sends none. */
import { serviceOf } from './define.js';

/** The emulated overload. */
interface PlainMail {
  sendEmail(recipient: string, subject: string, body: string): void;
}

export const MAIL_APP = serviceOf<GoogleAppsScript.Mail.MailApp & PlainMail>('MailApp', {
  getRemainingDailyQuota: {
    needs: 'mail',
    handle: ({ quotas, user }) => quotas.left(user.email, 'email'),
  },
  sendEmail: {
    needs: 'mail',
    async handle({ mails, spend, user }, recipient, subject, body) {
      const addresses = recipient.split(',').map((one) => one.trim());
      const invalid = addresses.find((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one));
      if (invalid !== undefined) throw new Error(`Invalid email: ${invalid}`);
      await spend('email', addresses.length);
      mails.push({ sender: user.email, recipient, subject, body });
    },
  },
});
