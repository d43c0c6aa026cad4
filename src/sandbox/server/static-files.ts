/** Serves the page's files and nothing outside their folder. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Matches the address of the first spreadsheet, and of others by id. */
const SPREADSHEET = /^\/(?:d\/[\w-]+\/edit)?$/;

/** Resolves with true if the file exists. */
export async function sendFile(
  folder: string,
  urlPath: string,
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
): Promise<boolean> {
  const name = SPREADSHEET.test(urlPath) ? 'index.html' : urlPath.slice(1);
  // the folder has no subfolders, so a name with a separator is invalid
  const type = TYPES[path.extname(name)];
  if (!type || !/^[\w.-]+$/.test(name)) return false;
  const file = path.join(folder, name);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return false;
  // the browser revalidates each time and can keep large files, together with their compiled code
  const etag = `"${info.size}-${info.mtimeMs}"`;
  response.setHeader('ETag', etag).setHeader('Cache-Control', 'no-cache');
  if (headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': info.size,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  });
  await pipeline(createReadStream(file), response);
  return true;
}
