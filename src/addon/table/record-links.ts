/** Turns records into cells with links: a company to its site, a headline to its source. Checks addresses. */
import { type Column, placeOf } from '../../contract/fields.js';
import { textAt } from '../../core/records.js';
import type { Zone } from '../question/zone.js';
import type { Row } from './rows.js';
import { toTable } from './table.js';
import type { ShownColumn } from './view.js';

/** The fields that are links, each with the field of its address. */
const LEADS: Readonly<Record<string, string>> = {
  'company.name': 'company.domain',
  name: 'domain',
  title: 'url',
};
const ADDRESS = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#][^\s<>"]*)?$/i;
const DOMAIN = /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i;
const MAX_CHARACTERS = 2_000;

/** @returns a function that maps the headers of a record's linked cells to their addresses */
export function createLinker(
  columns: readonly Column[],
  shown: readonly ShownColumn[],
): (row: Row) => ReadonlyMap<string, string> {
  const leads = shown.flatMap(({ header, fields }) => {
    const at = placeOf(columns, LEADS[fields[0]?.path ?? ''] ?? '');
    return fields.length === 1 && at >= 0 ? [{ header, at }] : [];
  });
  return (row) => new Map(leads.map(({ header, at }) => [header, addressOf(textAt(row, at))]));
}

/** Returns the cells and the links of records, by header. */
export function cellsOfRecords(
  rows: readonly Row[],
  columns: readonly Column[],
  shown: readonly ShownColumn[],
  zone: Zone,
) {
  const table = toTable({
    rows,
    columns,
    view: { columns: shown, sort: [], headers: false },
    zone,
    notes: [],
  });
  const linksOf = createLinker(columns, shown);
  return rows.map((row, index) => ({
    cells: new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? ''])),
    links: linksOf(row),
  }));
}

/** Returns '' for a text that is neither a web address nor a domain. */
function addressOf(text: string): string {
  if (text.length > MAX_CHARACTERS) return '';
  return ADDRESS.test(text) ? text : DOMAIN.test(text) ? `https://${text}` : '';
}
