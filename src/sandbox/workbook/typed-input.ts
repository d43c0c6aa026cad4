/** Parses typed or written cell input like Sheets: numbers, dates, percentages and booleans. */
import { CellValueType, type ICellData, type IStyleData, type Nullable } from '@univerjs/core';
import { isDatePattern } from '../grid/values.js';

const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MONEY = /^([+-]?)\$\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/;
const ISO_DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const DAY_MS = 86_400_000;
const SERIAL_OF_1970 = 25_569;
const PLAIN_TEXT = '@';

/** Replaces a complete cell: value, formula and rich text, but not its style unless one is given. */
export function replaced(data: ICellData): ICellData {
  return { v: null, f: null, si: null, p: null, t: null, ...data };
}

/** The cell for a text. `pattern` is the cell's number format. */
export function cellFromText(text: string, pattern = ''): ICellData {
  if (pattern === PLAIN_TEXT) return textCell(text);
  if (text.startsWith('=') && text.length > 1) return replaced({ f: text });
  if (text.startsWith("'")) return textCell(text.slice(1));
  const trimmed = text.trim();
  if (trimmed === '') return replaced(text === '' ? {} : textCell(text));
  if (/^(true|false)$/i.test(trimmed)) {
    return replaced({ v: /^true$/i.test(trimmed) ? 1 : 0, t: CellValueType.BOOLEAN });
  }
  return numberFromText(trimmed) ?? dateFromText(trimmed, pattern) ?? textCell(text);
}

/** Numbers stay unchanged; a date gets a pattern unless the cell already has one for dates. */
export function numberCell(value: number, pattern?: string, cellPattern = ''): ICellData {
  const style: Nullable<IStyleData> =
    pattern !== undefined && !isDatePattern(cellPattern) ? { n: { pattern } } : undefined;
  return replaced({ v: value, t: CellValueType.NUMBER, ...(style && { s: style }) });
}

/** Text that stays text, even if it looks like a number. */
export function textCell(text: string): ICellData {
  if (text === '') return replaced({});
  const looksLikeValue = cellLooksTyped(text);
  return replaced({ v: text, t: looksLikeValue ? CellValueType.FORCE_STRING : CellValueType.STRING });
}

function cellLooksTyped(text: string): boolean {
  const trimmed = text.trim();
  return trimmed !== '' && (!Number.isNaN(Number(trimmed)) || /^(true|false)$/i.test(trimmed));
}

function numberFromText(text: string): ICellData | undefined {
  const money = MONEY.exec(text);
  if (money) return withPattern(Number(`${money[1]}${money[2]?.replace(/,/g, '')}`), '"$"#,##0.00');
  const percent = text.endsWith('%');
  const digits = percent ? text.slice(0, -1) : text;
  if (!/\d/.test(digits) || !NUMBER.test(digits)) return undefined;
  const value = Number(digits.replace(/,/g, ''));
  if (!Number.isFinite(value)) return undefined;
  return percent ? withPattern(value / 100, text.includes('.') ? '0.00%' : '0%') : numberCell(value);
}

function dateFromText(text: string, cellPattern: string): ICellData | undefined {
  const iso = ISO_DATE.exec(text);
  const us = iso ? null : US_DATE.exec(text);
  if (!iso && !us) return undefined;
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [us?.[3], us?.[1], us?.[2]];
  const [hour = 0, minute = 0, second = 0] = (iso ?? us)?.slice(4).map((part) => Number(part ?? 0)) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second));
  // an impossible date stays text
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return undefined;
  const serial = date.getTime() / DAY_MS + SERIAL_OF_1970;
  const form = iso ? 'yyyy-mm-dd' : 'm/d/yyyy';
  return numberCell(serial, Number.isInteger(serial) ? form : `${form} hh:mm:ss`, cellPattern);
}

function withPattern(value: number, pattern: string): ICellData {
  return replaced({ v: value, t: CellValueType.NUMBER, s: { n: { pattern } } });
}
