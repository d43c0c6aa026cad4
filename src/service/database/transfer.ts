/** The results of all exports and imports. */

export interface ExportPage {
  /** One JSON text per item, ISO dates. */
  readonly lines: readonly string[];
  /** Pass it to get the next page; undefined after the last page. */
  readonly next: string | undefined;
}

export interface ImportCount {
  /** Written: new, or different from the stored item. */
  readonly written: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly index: number; readonly message: string }[];
}
