/** Session. */
import { strict } from './not-emulated.js';
import type { ServiceContext } from './services.js';

/** In a custom function nobody is known: addresses are empty. */
export function createSession({ environment, permissions }: ServiceContext) {
  const user = (method: string) => {
    permissions.service(`Session.${method}`, 'document');
    const known = environment.authMode === 'FULL';
    return strict('User', { getEmail: () => (known ? environment.email : '') });
  };
  return strict('Session', {
    getActiveUser: () => user('getActiveUser'),
    getEffectiveUser: () => user('getEffectiveUser'),
    getScriptTimeZone: () => environment.scriptTimeZone,
    getActiveUserLocale: () => environment.userLocale,
    getTemporaryActiveUserKey: () => environment.userKey,
  });
}
