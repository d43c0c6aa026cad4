/** What stands in the fields of lists and was not added by Enter: it belongs to the question all the same. */
import { isExpression, type Separators } from '../../contract/formula.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { textsOf, withOption } from './question-edit.js';

type Typed = Readonly<Record<string, string>>;

export const TYPED_COMPANIES = 'build-typed';
/** A comma may be part of a name: Acme, Inc. */
const BETWEEN_COMPANIES =
  /[|\n\r\t;]|,(?!\s*(?:inc|llc|llp|lp|ltd|limited|corp|co|plc|gmbh|ag|kg|se|sa|s\.a|nv|n\.v|bv|b\.v|spa|s\.p\.a|pty|pte)\b)/i;

export const filterFieldOf = (name: string) => `filter-${name}-value`;

/** The values of a text that was typed or pasted. @param ofCompanies whether commas divide them, too */
export function valuesIn(text: string, ofCompanies: boolean): string[] {
  const parts = text.split(ofCompanies ? BETWEEN_COMPANIES : /[|\n\r\t]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** The value with a text more; undefined where that are cells which it does not name. */
export function withText(
  value: BuilderValue,
  text: string,
  separators: Separators,
  ofCompanies: boolean,
): BuilderValue | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('=')) {
    const cells = trimmed.slice(1).trim();
    return isExpression(cells, separators) ? { kind: 'cells', text: cells } : undefined;
  }
  return { kind: 'texts', texts: [...new Set([...textsOf(value), ...valuesIn(trimmed, ofCompanies)])] };
}

/** The only entry of a list that a search finds. */
function onlyChoice(values: readonly string[], search: string): string | undefined {
  const wanted = search.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  return (
    values.find((value) => value.toLowerCase() === wanted) ?? (found.length === 1 ? found[0] : undefined)
  );
}

/** The question with all that is typed, and what is typed and cannot become a value. */
export function settled(
  { question, typed }: { readonly question: BuilderQuestion; readonly typed: Typed },
  separators: Separators,
): { readonly question: BuilderQuestion; readonly typed: Typed; readonly isWhole: boolean } {
  const filters = filtersOf(question.functionName);
  let next = question;
  const left = { ...typed };
  const companies = typed[TYPED_COMPANIES] ?? '';
  if (companies.trim() !== '') {
    const first = withText(question.first, companies, separators, true);
    if (first) {
      next = { ...next, first };
      left[TYPED_COMPANIES] = '';
    }
  }
  for (const part of question.parts) {
    if (part.kind !== 'option' || part.value.kind === 'cells') continue;
    const { name, value } = part;
    const text = (typed[filterFieldOf(name)] ?? '').trim();
    if (text === '') continue;
    const values = name === 'currency' ? ['any', ...(filters[name]?.values ?? [])] : filters[name]?.values;
    const choice = values && onlyChoice(values, text);
    const changed = values
      ? choice && { kind: 'texts' as const, texts: [...new Set([...value.texts, choice])] }
      : withText(value, text, separators, /^company/.test(name));
    if (!changed) continue;
    next = withOption(next, name, changed);
    left[filterFieldOf(name)] = '';
  }
  const isWhole = Object.entries(left).every(
    ([id, text]) => text.trim() === '' || !(id === TYPED_COMPANIES || isFieldOf(question, id)),
  );
  return { question: next, typed: left, isWhole };
}

function isFieldOf({ parts }: BuilderQuestion, id: string): boolean {
  return parts.some((part) => part.kind === 'option' && filterFieldOf(part.name) === id);
}
