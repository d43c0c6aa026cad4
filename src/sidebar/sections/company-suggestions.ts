/** Companies of the service for a text that is being typed, as the function or the filter wants them. */
import { filtersOf } from '../../contract/formula-question.js';
import type { FoundCompany } from '../../contract/lookups.js';
import type { Suggested } from '../controls/value-list.js';
import { lookUps, texts } from '../page/store.js';

/** What each filter compares. */
const VALUES = {
  companyName: ({ name }: FoundCompany) => name,
  companyDomain: ({ domain }: FoundCompany) => domain,
  companyIds: ({ id }: FoundCompany) => id,
} as const;

type CompanyFilter = keyof typeof VALUES;

export function isCompanyFilter(name: string): name is CompanyFilter {
  return Object.hasOwn(VALUES, name);
}

/** @param filter that takes the values; without one they are for the first argument of the function */
export function companiesFor(
  functionName: string,
  filter?: CompanyFilter,
): (typed: string) => readonly Suggested[] {
  // version 1 knows companies by their ids; a part of a name would find others, too
  const first = 'companyDomain' in filtersOf(functionName) ? domainOrName : VALUES.companyIds;
  const read = filter ? VALUES[filter] : first;
  return (typed) =>
    (lookUps.value.companies(typed, filter) ?? []).flatMap((company) => {
      const value = read(company);
      if (value === undefined) return [];
      const { name = '', domain, location, tracked } = company;
      const detail = [domain, location].filter(Boolean).join(' · ');
      return [{ value, name, detail, badge: tracked ? texts.value.service.tracked : '' }];
    });
}

function domainOrName({ domain, name }: FoundCompany): string | undefined {
  return domain ?? name;
}
