/** Groups to choose from, and companies for a typed text, from the look-ups of the service. */
import { filtersOf } from '../../contract/formula-question.js';
import type { FoundCompany } from '../../contract/lookups.js';
import type { Choice } from '../controls/fields.js';
import { lookUps, server, texts } from '../page/store.js';

/** Returns groups of the spreadsheet and of the service. @param also the chosen group, even if unknown */
export function groupNames(also = ''): string[] {
  const listed = lookUps.value.groups() ?? [];
  // append the chosen group: arrow keys choose each one, so a choice must not move the others
  const names = [...server.value.groups, ...listed.map(({ name }) => name), also];
  return [...new Set(names)].filter((name) => name !== '');
}

/** Returns groups with their sizes in the labels, if the service reports them. */
export function groupChoices(also = ''): Choice[] {
  return groupNames(also).map((name) => {
    const found = lookUps.value.groups()?.find((group) => group.name === name);
    return [name, found ? texts.service.sized({ name, count: found.companies }) : name];
  });
}

/** The value that each filter compares. */
const VALUES: Readonly<Record<string, (company: FoundCompany) => string | undefined>> = {
  companyName: ({ name }) => name,
  companyDomain: ({ domain }) => domain,
  companyIds: ({ id }) => id,
  domainOrName: ({ domain, name }) => domain ?? name,
};

/** Finds companies for typed texts. @param filter that gets the values; without one, the first argument */
export function companiesFor(functionName: string, filter?: string) {
  // version 1 takes ids; version 2 takes domains first, because parts of names match other companies, too
  const first = 'companyDomain' in filtersOf(functionName) ? 'domainOrName' : 'companyIds';
  const read = VALUES[filter ?? first];
  if (!read) return undefined;
  return (typed: string) =>
    (lookUps.value.companies(typed, filter) ?? []).flatMap((company) => {
      const value = read(company);
      if (value === undefined) return [];
      const { name = '', domain, location, tracked } = company;
      const detail = [domain, location].filter(Boolean).join(' · ');
      return [{ value, name, detail, badge: tracked ? texts.service.tracked : '' }];
    });
}
