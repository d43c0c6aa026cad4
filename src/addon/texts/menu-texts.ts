/** The texts of the menu, its dialogs, mails and jobs in the language of the person at the screen. */
import type { Person } from '../platform.js';
import { de } from './de.js';
import { en } from './en.js';

export type MenuTexts = typeof en;

/** German for people who speak it, English for everybody else. */
export function menuTexts(person: Pick<Person, 'locale'>): MenuTexts {
  return /^de\b/i.test(person.locale().replace('_', '-')) ? de : en;
}
