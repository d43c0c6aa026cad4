/** A workbook's parts as folders without the formula engine see them. */
import type { CellContent } from './values.js';

/** A saved workbook as JSON. Only `workbook/` reads its tabs. */
export interface WorkbookData {
  readonly name: string;
  /** The ids of the tabs. */
  readonly sheetOrder: string[];
  readonly sheets: Record<string, object>;
}

/**
 * The ids of the changes that page and host send: those of the document. Of the formula engine's there are only those
 * of named ranges, because each side calculates formulas.
 */
export const DOCUMENT_CHANGE =
  /^(?!formula\.(?!mutation\.(?:set|remove)-defined-name$)|doc\.)[\w-]+\.mutation\.[\w.-]+$/;

/** A change of a workbook as JSON, which the engines of page and host understand. */
export interface Mutation {
  readonly id: string;
  readonly params: object;
}

/** A part of a cell's format, in the words of Apps Script. */
export interface CellStyle {
  readonly background?: string | null;
  readonly fontWeight?: string;
  readonly numberFormat?: string;
  readonly wrapStrategy?: 'CLIP' | 'OVERFLOW' | 'WRAP';
}

/** A change of a cell. Fields that it does not name keep their values. */
export interface CellChange {
  /** Replaces value and formula; a text is read as if a person typed it. */
  readonly content?: CellContent;
  readonly note?: string;
  readonly style?: CellStyle;
  /** The format of another cell, or null for none. */
  readonly format?: object | null;
}
