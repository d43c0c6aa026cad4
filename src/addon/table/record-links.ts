/** Where the texts of a record lead: a company to its site, a headline to its source. The service may send anything. */
import type { Column } from '../../contract/fields.js';
import { textAt } from './record-layout.js';
import type { Row } from './rows.js';
import type { ShownColumn } from './view.js';

/** For each field that leads somewhere, the one that says where. */
const LEADS: Readonly<Record<string, string>> = {
  'company.name': 'company.domain',
  name: 'domain',
  title: 'url',
};
const ADDRESS = /^https?:\/\/[a-z0-9.-]+(:\d+)?([/?#][^\s<>"]*)?$/i;
const DOMAIN = /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i;
const MAX_CHARACTERS = 2_000;

/** @returns a function of a record, that gives addresses by the headers of the cells that lead there */
export function createLinker(
  columns: readonly Column[],
  shown: readonly ShownColumn[],
): (row: Row) => ReadonlyMap<string, string> {
  const leads = shown.flatMap(({ header, fields }) => {
    const at = columns.findIndex(({ path }) => path === LEADS[fields[0]?.path ?? '']);
    return fields.length === 1 && at >= 0 ? [{ header, at }] : [];
  });
  return (row) => new Map(leads.map(({ header, at }) => [header, addressOf(textAt(row, at))]));
}

/** Empty for what is neither a web address nor a domain. */
function addressOf(text: string): string {
  if (text.length > MAX_CHARACTERS) return '';
  return ADDRESS.test(text) ? text : DOMAIN.test(text) ? `https://${text}` : '';
}
