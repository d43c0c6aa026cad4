/** Session: the person's address and locale, if the authorization allows them. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';

const USER = tableOf<GoogleAppsScript.Base.User>({ kind: 'User' })({
  // without the person's full consent, Google returns an empty address
  getEmail: {
    inRealm({ environment, permissions }) {
      if (environment.authMode !== 'FULL') return '';
      permissions.service('Session.getEffectiveUser', 'address');
      return environment.email;
    },
  },
});

export const SESSION = tableOf<GoogleAppsScript.Base.Session>({ kind: 'Session' })({
  getEffectiveUser: { needs: 'document', inRealm: ({ open }) => open(USER, {}) },
  getActiveUserLocale: {
    inRealm({ environment }) {
      const { authMode, switches } = environment;
      if (authMode !== 'NONE' || switches.localeWithoutConsent === 'known') return switches.userLocale;
      if (switches.localeWithoutConsent === 'unknown') return null;
      throw new Exception('You do not have permission to call Session.getActiveUserLocale');
    },
  },
});
