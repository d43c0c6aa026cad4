/** Parses typed or written cell input like Sheets: numbers, dates, percentages and booleans. */
import { CellValueType, getNumfmtParseValueFilter, type ICellData } from '@univerjs/core';
import { isDatePattern } from '../grid/values.js';

const PLAIN_TEXT = '@';
const BOOLEAN = /^(true|false)$/i;

/** Replaces value and formula of a cell. The style stays unless the data has one. */
export function replaced(data: ICellData): ICellData {
  return { v: null, f: null, si: null, p: null, t: null, ...data };
}

/** Returns the cell for a text. `pattern` is the cell's number format. */
export function cellFromText(text: string, pattern = ''): ICellData {
  if (pattern === PLAIN_TEXT) return textCell(text);
  if (text.startsWith('=') && text.length > 1) return replaced({ f: text });
  if (text.startsWith("'")) return textCell(text.slice(1));
  const trimmed = text.trim();
  if (BOOLEAN.test(trimmed)) return replaced({ v: /^t/i.test(trimmed) ? 1 : 0, t: CellValueType.BOOLEAN });
  // the parser of the page's grid, so that both sides agree
  const { v, z } = getNumfmtParseValueFilter(trimmed) ?? {};
  return typeof v === 'number' && Number.isFinite(v) ? numberCell(v, z, pattern) : textCell(text);
}

/** Applies a pattern if the cell has none; a date pattern also replaces one that is not for dates. */
export function numberCell(value: number, pattern = '', cellPattern = ''): ICellData {
  const keepsPattern = isDatePattern(pattern) ? isDatePattern(cellPattern) : cellPattern !== '';
  const isGiven = pattern !== '' && !keepsPattern;
  return replaced({ v: value, t: CellValueType.NUMBER, ...(isGiven && { s: { n: { pattern } } }) });
}

/** A text cell, even if the text looks like a number. */
function textCell(text: string): ICellData {
  if (text === '') return replaced({});
  const trimmed = text.trim();
  const looksLikeValue = trimmed !== '' && (!Number.isNaN(Number(trimmed)) || BOOLEAN.test(trimmed));
  return replaced({ v: text, t: looksLikeValue ? CellValueType.FORCE_STRING : CellValueType.STRING });
}
