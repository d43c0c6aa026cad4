/** Session: who the person is, as far as Google tells. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';

/** By the method that told of the person. */
interface Person {
  readonly method: string;
}

const USER = tableOf<GoogleAppsScript.Base.User, Person>({ kind: 'User' })({
  // without a person's full consent, addresses are empty
  getEmail: {
    local({ environment, permissions }, { method }) {
      if (environment.authMode !== 'FULL') return '';
      permissions.service(method, 'address');
      return environment.email;
    },
  },
});

export const SESSION = tableOf<GoogleAppsScript.Base.Session>({ kind: 'Session' })({
  getActiveUser: {
    needs: 'document',
    local: ({ open }) => open(USER, { method: 'Session.getActiveUser' } satisfies Person),
  },
  getEffectiveUser: {
    needs: 'document',
    local: ({ open }) => open(USER, { method: 'Session.getEffectiveUser' } satisfies Person),
  },
  getActiveUserLocale: {
    local({ environment }) {
      const { authMode, switches, userLocale } = environment;
      if (authMode !== 'NONE' || switches.localeWithoutConsent === 'known') return userLocale;
      if (switches.localeWithoutConsent === 'unknown') return null;
      throw new Exception('You do not have permission to call Session.getActiveUserLocale');
    },
  },
});
