/** A workbook, as what does not know the formula engine sees it. */

/** A saved workbook as JSON. Only `workbook/` reads more of it. */
export interface WorkbookData {
  readonly id?: string;
  readonly name?: string;
}

/** A change of a workbook as JSON, which the engines of page and host understand. */
export interface Mutation {
  readonly id: string;
  readonly params: object;
}
