/** Session: the person's address and locale, if the authorization allows them. */
import { LOCAL, type OrNull, serviceOf, tableOf } from './define.js';

const USER = tableOf<GoogleAppsScript.Base.User>('User').with(LOCAL, {
  // without the person's full consent, Google returns an empty address
  getEmail({ authMode, permissions, user }) {
    if (authMode !== 'FULL') return '';
    permissions.service('Session.getEffectiveUser', 'address');
    return user.email;
  },
});

type Session = OrNull<GoogleAppsScript.Base.Session, 'getActiveUserLocale'>;
const SESSION = serviceOf<Session>('Session').with(LOCAL, {
  getEffectiveUser: { needs: 'document', handle: () => USER.open({}) },
  getActiveUserLocale({ authMode, switches }) {
    if (authMode !== 'NONE' || switches.localeWithoutConsent === 'known') return switches.userLocale;
    if (switches.localeWithoutConsent === 'unknown') return null;
    throw new Error('You do not have permission to call Session.getActiveUserLocale');
  },
});

export const SESSION_TABLES = [SESSION, USER];
