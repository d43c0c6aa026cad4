/**
 * References to tables of **Format > Convert to table**, such as `Deals[Amount]`. The engine's own accept no underscore
 * in a table's name, and no apostrophe in a column's. https://support.google.com/docs/answer/15637642
 */
import type { Univer } from '@univerjs/core';
import { LexerTreeBuilder } from '@univerjs/engine-formula';

/** A text, a tab in quotation marks, or a table and what its square brackets contain. */
const REFERENCE = /"[^"]*"|'(?:[^']|'')*'!|([\p{L}_][\p{L}\p{N}_.]*)\[((?:\[[^\]]*\]|[^[\]])*)\]/gu;

/** Returns a formula with functions that find the cells in place of each reference to a table. */
export function withCellsOfTables(formula: string): string {
  const read = (text: string, table?: string, columns = '') => (table ? cellsOf(table, columns) : text);
  return formula.replace(REFERENCE, read);
}

/** Keeps the brackets and apostrophes of references from the search for what moves with cells, which they mislead. */
export function keepTableReferences(univer: Univer): void {
  const sequences = univer.__getInjector().get(LexerTreeBuilder);
  const find = sequences.sequenceNodesBuilder.bind(sequences);
  const hide = (text: string, table?: string) => (table ? shifted(text, /[ -~]/g) : text);
  const show = (text: string) => shifted(text, /[\ue020-\ue07e]/g);
  sequences.sequenceNodesBuilder = (formula) =>
    find(formula.replace(REFERENCE, hide))?.map((node) =>
      typeof node === 'string' ? show(node) : { ...node, token: show(node.token) },
    );
}

/** The name of a table's whole range. Names are saved, sent to pages, and moved with their cells. */
export function wholeOf(table: string): string {
  return `${table}.table`.toUpperCase();
}

/** Returns a formula. @param columns such as `Amount`, `#ALL`, `[#ALL],[Amount]` or `[First]:[Last]` */
export function cellsOf(table: string, columns: string): string {
  // the engine remembers what it has read, and only INDIRECT finds a range that has moved since
  const whole = `INDIRECT("${wholeOf(table)}")`;
  const parts = columns.match(/[^[\]\s][^[\]]*(?=\]|$)/g) ?? [];
  const has = (section: string) => parts.some((part) => part.toUpperCase() === section);
  const top = has('#ALL') || has('#HEADERS') ? 0 : 1;
  const height = has('#HEADERS') && !has('#DATA') ? 1 : `ROWS(${whole})-${top}`;
  const places = parts
    .filter((part) => !/^#(?:ALL|DATA|HEADERS)$/i.test(part))
    .map((name) => `XMATCH("${name.replace(/"/g, '""')}",INDEX(${whole},1,0))`);
  const [first, last = first] = places.length > 0 ? places : ['1', `COLUMNS(${whole})`];
  return `OFFSET(${whole},${top},${first}-1,${height},${last}-${first}+1)`;
}

/** Exchanges characters for ones that mean nothing to the engine, and back. */
function shifted(text: string, characters: RegExp): string {
  return text.replace(characters, (one) => String.fromCharCode(one.charCodeAt(0) ^ 0xe000));
}
