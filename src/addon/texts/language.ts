/** The texts of the menu, its dialogs, mails and jobs. A further language is one more file and one more line here. */
import { de } from './de.js';
import { en } from './en.js';

export type AddonTexts = typeof en;

/** @param locale such as de or de_AT; English where there is no such language */
export function textsFor(locale: string): AddonTexts {
  return /^de\b/i.test(locale.replace('_', '-')) ? de : en;
}
