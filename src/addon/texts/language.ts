/** The texts of the menu, its dialogs, mails and jobs. Another language needs a file and a line here. */
import { de } from './de.js';
import { en } from './en.js';

export type AddonTexts = typeof en;

const LANGUAGES: ReadonlyMap<string, AddonTexts> = new Map([
  ['en', en],
  ['de', de],
]);

/** @param locale such as de or de_AT; other languages get English */
export function textsFor(locale: string): AddonTexts {
  const [language = ''] = locale.toLowerCase().split(/[_-]/);
  return LANGUAGES.get(language) ?? en;
}
