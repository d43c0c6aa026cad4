/** MailApp. */
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext } from './services.js';

export function createMailApp({ call, permissions }: ServiceContext) {
  return strict('MailApp', {
    getRemainingDailyQuota() {
      permissions.service('MailApp.getRemainingDailyQuota', 'mail');
      return call('MailApp.remaining');
    },
    sendEmail(recipient: string, subject: string, body: string) {
      permissions.service('MailApp.sendEmail', 'mail');
      requireArgument('recipient', recipient);
      call('MailApp.send', String(recipient), String(subject ?? ''), String(body ?? ''));
    },
  });
}
