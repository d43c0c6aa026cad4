/**
 * One HTTP request of UrlFetchApp. It uses Node's client, because fetch() treats status 407 as a connection
 * error, and scripts must see this status.
 */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';

/** The limit of posts and of answers. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;
const TOO_LARGE = 'Limit Exceeded: URLFetch Response Size.';
const USER_AGENT = 'Mozilla/5.0 (compatible; Google-Apps-Script)';
const REDIRECTS = [301, 302, 303, 307, 308];

/** The server has answered, but the script gets an error instead of the answer. */
class Refusal extends Error {}

/**
 * The request goes on after the end of its script, because no source says that Google stops it.
 * @throws an error with Google's message if there is no answer
 */
export async function exchange(request: FetchRequest): Promise<FetchResponse> {
  // AbortSignal.timeout accepts only whole milliseconds
  const signal = AbortSignal.timeout(Math.ceil(request.timeoutSeconds * 1000));
  try {
    return await receive(await send(request, signal), request);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as Error & { code?: string };
    if (signal.aborted) throw new Error(`Timeout: ${request.url}`);
    throw new Error(`${code === 'ENOTFOUND' ? 'DNS error' : 'Address unavailable'}: ${request.url}`);
  }
}

async function send(
  { url, method, headers, body }: FetchRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const outgoing = (url.startsWith('https:') ? https : http).request(url, {
    method: method.toUpperCase(),
    headers: {
      'User-Agent': USER_AGENT,
      'Accept-Encoding': 'gzip',
      ...headers,
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    signal,
  });
  // while a script waits for the answer, its thread keeps the process alive; later the connection must not
  outgoing.once('socket', (socket) => socket.unref());
  outgoing.end(body);
  const answered = once(outgoing, 'response');
  // reading the answer reports an error after its beginning, so ignore the request's own event
  outgoing.on('error', () => undefined);
  const [incoming] = (await answered) as [http.IncomingMessage];
  return incoming;
}

async function receive(incoming: http.IncomingMessage, request: FetchRequest): Promise<FetchResponse> {
  const { headers, rawHeaders, statusCode: status = 0 } = incoming;
  if (request.followRedirects && REDIRECTS.includes(status) && headers.location !== undefined) {
    incoming.destroy();
    throw new Refusal('UrlFetchApp.fetch that follows a redirect is not emulated');
  }
  const sent = await readBody(incoming);
  if (!sent) {
    incoming.destroy();
    throw new Refusal(TOO_LARGE);
  }
  const body = await inflated(sent, headers['content-encoding'], request.url);
  return { status, headers: namedHeaders(rawHeaders), text: new TextDecoder().decode(body) };
}

/** Returns undefined if the body is too large; keeps the connection open. */
export async function readBody(incoming: http.IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** No source documents Google's error for a damaged body; this is its text for unexpected errors. */
async function inflated(body: Buffer, encoding: string | undefined, url: string): Promise<Buffer> {
  // the answer to a HEAD request can name an encoding but has no body
  if (body.length === 0 || encoding !== 'gzip') return body;
  try {
    return await promisify(zlib.gunzip)(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Refusal(isTooLarge ? TOO_LARGE : `Unexpected error: ${url}`);
  }
}

/** Keeps the server's spelling of names; the value of a repeated header is a list. */
function namedHeaders(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const value = raw[i + 1] ?? '';
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}
