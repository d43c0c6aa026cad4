/** Groups to choose from: those of the spreadsheet, and where the service tells its own, these with their sizes. */
import { asChoice, type SelectOptions } from '../controls/fields.js';
import type { Page } from '../page/page.js';

/** @param also the group that is chosen, whatever is known of it */
export function groupChoices(page: Page, also = ''): SelectOptions['choices'] {
  const listed = page.service.groups() ?? [];
  const names = [...page.state.groups, also, ...listed.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => name !== '').map((name) => groupChoice(page, name));
}

/** With its size, where the service tells it. */
export function groupChoice(
  { service, texts, format }: Page,
  name: string,
): SelectOptions['choices'][number] {
  const found = service.groups()?.find((group) => group.name === name);
  return found
    ? { value: name, label: texts.service.sized(name, format.count(found.companies)) }
    : asChoice(name);
}
