/** Notes each reply of the service for a check by a validating proxy, when RECORD_REPLIES names a file. */
import { appendFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';

export interface Exchange {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly requestHeaders: OutgoingHttpHeaders;
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const FILE = process.env['RECORD_REPLIES'];

export function record(exchange: Exchange): void {
  if (FILE) appendFileSync(FILE, `${JSON.stringify(exchange)}\n`);
}
