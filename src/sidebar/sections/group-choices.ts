/** Groups to choose from: those of the spreadsheet, and where the service tells its own, these with their sizes. */
import { asChoice, type Choice } from '../controls/fields.js';
import { count, lookUps, server, texts } from '../page/store.js';

/** @param also the group that is chosen, whatever is known of it */
export function groupChoices(also = ''): Choice[] {
  const listed = lookUps.value.groups() ?? [];
  // the chosen one moves none of the others: the keyboard goes through them by choosing each
  const names = [...server.value.groups, ...listed.map(({ name }) => name), also];
  return [...new Set(names)].filter((name) => name !== '').map(groupChoice);
}

/** With its size, where the service tells it. */
export function groupChoice(name: string): Choice {
  const found = lookUps.value.groups()?.find((group) => group.name === name);
  return found
    ? { value: name, label: texts.value.service.sized(name, count(found.companies)) }
    : asChoice(name);
}
