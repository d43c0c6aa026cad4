/** Where the text of a cell leads: kept beside the cell, together with the text, so that another text leads nowhere. */
import type { ICellData, Nullable } from '@univerjs/core';

interface CellLink {
  readonly text: string;
  readonly url: string;
}

/** The address; '' for none. */
export function linkOf(cell: Nullable<ICellData>): string {
  const link = cell?.custom?.['link'] as CellLink | undefined;
  return link && link.text === cell?.v ? link.url : '';
}
