/** For a body that is refused: the allowed values that are nearest to what was sent, field by field. */
import type { Dataset } from '../../contract/datasets.js';
import { type DateFormat, isoFromWire, wireFromIso } from '../../contract/dates.js';
import type { Suggestion } from '../../contract/estimate.js';
import type { Filter } from '../../contract/filters.js';
import { isObject } from '../../contract/json.js';
import { parseQuery } from '../../contract/query.js';
import { nearestOf } from '../database/nearest.js';

/** The limit for all fields together. */
const MAX_SUGGESTIONS = 20;
/** A longer value is shown by its beginning. */
const MAX_VALUE_LENGTH = 200;
const DATE_FORMATS: readonly DateFormat[] = ['YYYY-MM-DD', 'DD/MM/YYYY'];

/** Suggests allowed values that are near. For a value that is near none, the message of the refusal lists the allowed ones. */
export function suggestionsFor(dataset: Dataset, body: unknown, maxLimit: number): readonly Suggestion[] {
  const suggestions: Suggestion[] = [];
  for (const [field, value] of isObject(body) ? Object.entries(body) : []) {
    const filter = Object.hasOwn(dataset.filters, field) ? dataset.filters[field] : undefined;
    const wrong = filter
      ? wrongTexts(field, filter, value, dataset.dates).map((text) => ({
          value: text,
          nearest: allowedFor(field, filter, text, dataset.dates, maxLimit),
        }))
      : [{ value: field, nearest: nearestOf(field, Object.keys(dataset.filters)) }];
    for (const { value: sent, nearest } of wrong) {
      if (suggestions.length >= MAX_SUGGESTIONS) return suggestions;
      if (nearest.length > 0) suggestions.push({ field, value: sent.slice(0, MAX_VALUE_LENGTH), nearest });
    }
  }
  return suggestions;
}

/** The texts of a field that are not allowed, read as the query reads them. */
function wrongTexts(field: string, filter: Filter, value: unknown, dates: DateFormat): readonly string[] {
  const { values, ...unlisted } = filter;
  if (!values) return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const parsed = parseQuery({ [field]: unlisted }, dates, { [field]: value });
  if (!parsed.ok) return [];
  const texts = [parsed.value[field]].flat() as readonly string[];
  return texts.filter((text) => !values.includes(text)).slice(0, MAX_SUGGESTIONS);
}

function allowedFor(
  field: string,
  { kind, values, min = 0 }: Filter,
  text: string,
  dates: DateFormat,
  maxLimit: number,
): readonly string[] {
  if (values) return nearestOf(text, values);
  if (kind === 'date') return isoFromWire(text, dates) ? [] : inOtherFormat(text, dates);
  if (kind !== 'integer' || !Number.isFinite(Number(text))) return [];
  const max = field === 'limit' ? maxLimit : Number.MAX_SAFE_INTEGER;
  const nearest = String(Math.min(max, Math.max(min, Math.round(Number(text)))));
  return nearest === text.trim() ? [] : [nearest];
}

/** A date that is written as the other version of the interface writes it. */
function inOtherFormat(text: string, dates: DateFormat): readonly string[] {
  return DATE_FORMATS.flatMap((format) => isoFromWire(text, format) ?? []).map((iso) =>
    wireFromIso(iso, dates),
  );
}
