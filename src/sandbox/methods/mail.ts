/** MailApp: mails in plain text. */
import { tableOf } from './define.js';

export const MAIL_APP = tableOf<GoogleAppsScript.Mail.MailApp & PlainMail>({
  kind: 'MailApp',
  // no source has measured it: as much as a web service
  latencyMs: 175,
})({
  getRemainingDailyQuota: { needs: 'mail', operation: 'remaining' },
  sendEmail: {
    needs: 'mail',
    required: ['recipient'],
    operation: 'send',
    toArguments: (_data, recipient, subject, body) =>
      [String(recipient), String(subject ?? ''), String(body ?? '')] as const,
    cost: {
      counter: 'recipients',
      amount: (_switches, [recipient]: readonly string[]) => recipient?.split(',').length,
    },
  },
});

/** The emulated overload. */
interface PlainMail {
  sendEmail(recipient: string, subject: string, body: string): void;
}
