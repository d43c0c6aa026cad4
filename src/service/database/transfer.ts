/** The results of all exports and imports. */

export interface ExportPage {
  /** One JSON text per item, with ISO dates. */
  readonly lines: readonly string[];
  /** The argument for the next page; undefined after the last page. */
  readonly next: string | undefined;
}

export interface ImportCount {
  /** New items, and items that differ from the stored ones. */
  readonly written: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly index: number; readonly message: string }[];
}
