/** Groups to choose from, and companies for a text that is being typed, with what the service says of them. */
import { filtersOf } from '../../contract/formula-question.js';
import type { FoundCompany } from '../../contract/lookups.js';
import type { Choice } from '../controls/fields.js';
import type { Suggested } from '../controls/value-list.js';
import { lookUps, server, texts } from '../page/store.js';

/** Those of the spreadsheet, and of the service where it tells them. @param also the group that is chosen, whatever is known of it */
export function groupNames(also = ''): string[] {
  const listed = lookUps.value.groups() ?? [];
  // the chosen one moves none of the others: the keyboard goes through them by choosing each
  const names = [...server.value.groups, ...listed.map(({ name }) => name), also];
  return [...new Set(names)].filter((name) => name !== '');
}

export function groupChoices(also = ''): Choice[] {
  return groupNames(also).map(groupChoice);
}

/** The label has the size of the group, where the service tells it. */
export function groupChoice(name: string): Choice {
  const found = lookUps.value.groups()?.find((group) => group.name === name);
  return [name, found ? texts.service.sized({ name, count: found.companies }) : name];
}

/** What each filter compares. */
const VALUES: Readonly<Record<string, (company: FoundCompany) => string | undefined>> = {
  companyName: ({ name }) => name,
  companyDomain: ({ domain }) => domain,
  companyIds: ({ id }) => id,
};

/** Companies as the function or the filter wants them. @param filter that takes the values; without one they are for the first argument of the function */
export function companiesFor(
  functionName: string,
  filter?: string,
): ((typed: string) => readonly Suggested[]) | undefined {
  // version 1 knows companies by their ids; a part of a name would find others, too
  const first = 'companyDomain' in filtersOf(functionName) ? domainOrName : VALUES['companyIds'];
  const read = filter === undefined ? first : VALUES[filter];
  if (!read) return undefined;
  return (typed) =>
    (lookUps.value.companies(typed, filter) ?? []).flatMap((company) => {
      const value = read(company);
      if (value === undefined) return [];
      const { name = '', domain, location, tracked } = company;
      const detail = [domain, location].filter(Boolean).join(' · ');
      return [{ value, name, detail, badge: tracked ? texts.service.tracked : '' }];
    });
}

function domainOrName({ domain, name }: FoundCompany): string | undefined {
  return domain ?? name;
}
