/** Chooses the texts by the person's locale. A further language is one more file and one more line here. */
import { de } from './de.js';
import { en } from './en.js';

export type SidebarTexts = typeof en;

const LANGUAGES: readonly SidebarTexts[] = [en, de];

/** @param locale such as de, de_AT or pt-BR; English where there is no such language */
export function textsFor(locale: string): SidebarTexts {
  const [language] = locale.toLowerCase().split(/[_-]/);
  return LANGUAGES.find((texts) => texts.language === language) ?? en;
}
