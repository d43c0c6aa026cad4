/** Exports to a stream in the format of an import: NDJSON, or CSV with a column per field. */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvCell, textOfList } from '../../contract/csv-cells.js';
import type { ImportKind } from '../database/import-batch.js';
import { valueAt } from '../database/write-rows.js';
import type { Store } from '../store/create-store.js';
import type { FileFormat } from './read-file.js';
import { columnsOfKind } from './read-item.js';

interface ExportOptions {
  readonly store: Pick<Store, 'exportPage'>;
  readonly kind: ImportKind;
  readonly format: FileFormat;
  readonly output: Writable;
}

/** Returns the number of items. Ends the stream unless it is standard output. */
export async function exportTo({ store, kind, format, output }: ExportOptions): Promise<number> {
  const columns = columnsOfKind(kind);
  const rowOf = (item: unknown) =>
    columns.map((column) => cellOf(valueAt(item, column.split('.')))).join(',');
  let items = 0;
  async function* pages(): AsyncGenerator<string> {
    if (format === 'csv') yield `${columns.join(',')}\n`;
    let after: string | undefined = '';
    while (after !== undefined) {
      const { lines, next } = await store.exportPage(kind, after);
      const texts = format === 'csv' ? lines.map((line) => rowOf(JSON.parse(line))) : lines;
      if (texts.length > 0) yield `${texts.join('\n')}\n`;
      items += lines.length;
      after = next;
    }
  }
  await pipeline(pages(), output, { end: output !== process.stdout });
  return items;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return csvCell(Array.isArray(value) ? textOfList(value.map(listItem)) : String(value));
}

function listItem(item: unknown): string {
  return typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : String(item);
}
