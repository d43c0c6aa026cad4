/** Session. */
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import type { ServiceContext } from './services.js';

/** Without a person's full consent, addresses are empty. */
export function createSession({ environment, permissions }: ServiceContext) {
  const user = (method: string) => {
    permissions.service(`Session.${method}`, 'document');
    return strict('User', {
      getEmail() {
        if (environment.authMode !== 'FULL') return '';
        permissions.service(`Session.${method}`, 'address');
        return environment.email;
      },
    });
  };
  return strict('Session', {
    getActiveUser: () => user('getActiveUser'),
    getEffectiveUser: () => user('getEffectiveUser'),
    getScriptTimeZone: () => environment.scriptTimeZone,
    getActiveUserLocale() {
      const { authMode, switches, userLocale } = environment;
      if (authMode !== 'NONE' || switches.localeWithoutConsent === 'known') return userLocale;
      if (switches.localeWithoutConsent === 'unknown') return null;
      throw new Exception('You do not have permission to call Session.getActiveUserLocale');
    },
    getTemporaryActiveUserKey: () => environment.userKey,
  });
}
