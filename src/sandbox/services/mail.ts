/** MailApp: the sandbox keeps mails and sends none. */
import { LATENCY, serviceOf } from './define.js';

export const MAIL_APP = serviceOf<GoogleAppsScript.Mail.MailApp>('MailApp').with(
  { needs: 'mail', latencyMs: LATENCY.web },
  {
    getRemainingDailyQuota: ({ quotas, user }) => quotas.left(user.email, 'email'),
    sendEmail: {
      quota: ['email', (recipient) => addressesIn(recipient).length],
      // only this overload is emulated
      handle({ mails, user }, recipient, subject, body) {
        mails.push({ sender: user.email, recipient, subject, body });
      },
    },
  },
);

/** @throws Google's error for an invalid address */
function addressesIn(recipient: string): string[] {
  const addresses = recipient.split(',').map((one) => one.trim());
  const invalid = addresses.find((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one));
  if (invalid !== undefined) throw new Error(`Invalid email: ${invalid}`);
  return addresses;
}
