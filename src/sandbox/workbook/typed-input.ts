/** Parses typed or written cell input like Sheets: numbers, dates, percentages and booleans. */
import { CellValueType, getNumfmtParseValueFilter, type ICellData } from '@univerjs/core';
import { type CellContent, isDatePattern } from '../grid/values.js';

const PLAIN_TEXT = '@';
const BOOLEAN = /^(true|false)$/i;

/** Replaces value and formula of a cell. The style stays unless the data has one. */
function replaced(data: ICellData): ICellData {
  return { v: null, f: null, si: null, p: null, t: null, ...data };
}

/** Returns the cell for a script's value or a typed text. `pattern` is the cell's number format. */
export function cellFrom(content: CellContent, pattern: string): ICellData {
  if (typeof content === 'number') return numberCell(content);
  if (typeof content === 'boolean') return booleanCell(content);
  if (typeof content === 'object') return numberCell(content.date, content.pattern, pattern);
  if (pattern === PLAIN_TEXT) return textCell(content);
  if (content.startsWith('=') && content.length > 1) return replaced({ f: content });
  if (content.startsWith("'")) return textCell(content.slice(1));
  const trimmed = content.trim();
  if (BOOLEAN.test(trimmed)) return booleanCell(/^t/i.test(trimmed));
  // the parser of the page's grid, so that both sides agree
  const { v, z } = getNumfmtParseValueFilter(trimmed) ?? {};
  return typeof v === 'number' && Number.isFinite(v) ? numberCell(v, z, pattern) : textCell(content);
}

/** Applies a pattern if the cell has none; a date pattern also replaces one that is not for dates. */
function numberCell(value: number, pattern = '', cellPattern = ''): ICellData {
  const keepsPattern = isDatePattern(pattern) ? isDatePattern(cellPattern) : cellPattern !== '';
  const isGiven = pattern !== '' && !keepsPattern;
  return replaced({ v: value, t: CellValueType.NUMBER, ...(isGiven && { s: { n: { pattern } } }) });
}

function booleanCell(value: boolean): ICellData {
  return replaced({ v: value ? 1 : 0, t: CellValueType.BOOLEAN });
}

/** A text cell, even if the text looks like a number. */
function textCell(text: string): ICellData {
  if (text === '') return replaced({});
  const trimmed = text.trim();
  const looksLikeValue = trimmed !== '' && (!Number.isNaN(Number(trimmed)) || BOOLEAN.test(trimmed));
  return replaced({ v: text, t: looksLikeValue ? CellValueType.FORCE_STRING : CellValueType.STRING });
}
