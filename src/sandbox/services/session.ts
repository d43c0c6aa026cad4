/** Session: the person's address and locale, if the authorization allows them. */
import { Remote, tableOf } from './define.js';

const USER = tableOf<GoogleAppsScript.Base.User>(
  { kind: 'User' },
  {
    // without the person's full consent, Google returns an empty address
    getEmail: {
      local: true,
      handle({ authMode, permissions, user }) {
        if (authMode !== 'FULL') return '';
        permissions.service('Session.getEffectiveUser', 'address');
        return user.email;
      },
    },
  },
);

const SESSION = tableOf<GoogleAppsScript.Base.Session>(
  { kind: 'Session', isGlobal: true },
  {
    getEffectiveUser: { needs: 'document', local: true, handle: () => new Remote(USER, {}) },
    getActiveUserLocale: {
      local: true,
      handle({ authMode, switches }) {
        if (authMode !== 'NONE' || switches.localeWithoutConsent === 'known') return switches.userLocale;
        if (switches.localeWithoutConsent === 'unknown') return null;
        throw new Error('You do not have permission to call Session.getActiveUserLocale');
      },
    },
  },
);

export const SESSION_TABLES = [SESSION, USER];
