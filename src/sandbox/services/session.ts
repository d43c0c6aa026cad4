/** Session: who the person is, as far as Google tells. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';

const USER = tableOf<GoogleAppsScript.Base.User>({ kind: 'User' })({
  // without a person's full consent, addresses are empty
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
