/** Mail; see platform.ts. */
import type { Mail } from '../platform.js';

const SCOPE = 'https://www.googleapis.com/auth/script.send_mail';

export const googleMail: Mail = {
  require: () => ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [SCOPE]),
  send: (recipient, subject, body) => MailApp.sendEmail(recipient, subject, body),
};
