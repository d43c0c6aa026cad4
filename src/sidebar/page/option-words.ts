/** Names and hints of formula options on the page, in the person's language. */
import { optionDescription } from '../../contract/descriptions.js';
import { datasetOf } from '../../contract/formula-question.js';
import type { SidebarTexts } from '../texts/language.js';

/** English derives the words from the name: expansionType becomes Expansion type. */
export function optionName({ options }: SidebarTexts, name: string): string {
  const words = name.replace(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`);
  return options[name]?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** English uses the description in the contract. */
export function optionHint({ options }: SidebarTexts, functionName: string, name: string): string {
  return options[name]?.hint ?? optionDescription(name, datasetOf(functionName));
}

/** Capitalises an industry, which the service has in lower case: IT services & outsourcing. */
export function industryName(value: string): string {
  const words = value.replace(/\/ /g, '/').replace(/\b(?:it|ngo|spac)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
