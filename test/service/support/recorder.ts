/** Records each reply of the service for `npm run check:api`, if RECORD_REPLIES names a file. */
import { appendFileSync } from 'node:fs';

export interface Exchange {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const FILE = process.env['RECORD_REPLIES'];

export function record(exchange: Exchange): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(exchange)}\n`);
}
