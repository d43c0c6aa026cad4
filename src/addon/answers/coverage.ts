/** When a question is narrower than one whose answer is held, that answer holds its answer too. */
import { parseAmount } from '../../contract/amounts.js';
import { DATASETS } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import { isDomain } from '../question/companies.js';
import type { FilterValue, Question } from '../question/question.js';
import { contains, windowOf } from '../question/window.js';

/** Filters that this file looks at elsewhere: the window, and how much of the answer is wanted. */
const NOT_COMPARED = ['date', 'startDate', 'endDate', 'limit', 'dateType'];

/** Whether every record that answers `narrow` also answers `wide`, on a given day. */
export function covers(wide: Question, narrow: Question, today: string): boolean {
  if (wide.dataset !== narrow.dataset) return false;
  if ((wide.filters['dateType'] ?? 'ANNOUNCED') !== (narrow.filters['dateType'] ?? 'ANNOUNCED')) return false;
  if (!contains(windowOf(wide, today), windowOf(narrow, today))) return false;
  if (!coversCompanies(wide, narrow)) return false;
  const table: FilterTable = DATASETS[wide.dataset].filters;
  return Object.keys(wide.filters)
    .filter((name) => !NOT_COMPARED.includes(name))
    .every((name) => {
      const value = narrow.filters[name] ?? companiesAs(name, narrow);
      return value !== undefined && implies(table[name]!, wide.filters[name]!, value);
    });
}

/** Without companies a version 1 dataset answers for tracked ones only: ids from elsewhere are not among them. */
function coversCompanies(wide: Question, narrow: Question): boolean {
  if (!isSubset(narrow.groups, wide.groups) || !isSubset(wide.groups, narrow.groups)) {
    return wide.groups.length === 0 && wide.companies.length === 0;
  }
  if (wide.companies.length > 0) {
    if (narrow.companies.length === 0) return false;
    return DATASETS[wide.dataset].paid && wide.groups.length === 0
      ? narrow.companies.every((company) => isWithin(company, wide.companies))
      : isSubset(narrow.companies, wide.companies);
  }
  if (narrow.companies.length === 0) {
    return (
      DATASETS[wide.dataset].paid || !narrow.filters['companyIds'] || Boolean(wide.filters['companyIds'])
    );
  }
  return DATASETS[wide.dataset].paid || narrow.groups.length > 0;
}

/** Expansions are found by parts of domains and of names, in capitals or not. */
function isWithin(company: string, wide: readonly string[]): boolean {
  const text = company.toLowerCase();
  return wide.some((part) => isDomain(part) === isDomain(company) && text.includes(part.toLowerCase()));
}

/** The companies of an expansions question as the option that they could have come by. */
function companiesAs(name: string, { dataset, companies, groups }: Question): readonly string[] | undefined {
  if (dataset !== 'business-expansion' || companies.length === 0 || groups.length > 0) return undefined;
  if (name === 'companyDomain') return companies.every(isDomain) ? companies : undefined;
  return name === 'companyName' && !companies.some(isDomain) ? companies : undefined;
}

/** Whether every value that passes `narrow` passes `wide`. */
function implies(filter: Filter, wide: FilterValue, narrow: FilterValue): boolean {
  if (filter.kind === 'amount') return impliesAmount(String(wide), String(narrow));
  if (filter.kind === 'integer') return Number(narrow) >= Number(wide);
  const outer = textsOf(wide);
  return textsOf(narrow).every((text) =>
    filter.match === 'part' ? outer.some((part) => text.includes(part)) : outer.includes(text),
  );
}

function impliesAmount(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const [outer, inner] = [parseAmount(wide), parseAmount(narrow)];
  if (!outer || !inner || outer.negated || inner.negated) return false;
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [outerMin, innerMin] = [outer.min ?? low, inner.min ?? low];
  const [outerMax, innerMax] = [outer.max ?? high, inner.max ?? high];
  const fromMin = innerMin > outerMin || (innerMin === outerMin && (!outer.above || inner.above === true));
  const toMax = innerMax < outerMax || (innerMax === outerMax && (!outer.below || inner.below === true));
  return fromMin && toMax;
}

function isSubset(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((text) => outer.includes(text));
}

function textsOf(value: FilterValue): string[] {
  return (typeof value === 'object' ? value : [value]).map((text) => String(text).toLowerCase());
}
