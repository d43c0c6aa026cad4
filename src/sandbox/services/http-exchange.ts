/**
 * One HTTP request of UrlFetchApp. It uses Node's client, because fetch() treats status 407 as a connection
 * error, and scripts must see this status.
 */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';

export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly muteHttpExceptions: boolean;
  readonly followRedirects: boolean;
  readonly timeoutSeconds: number;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** The limit of posts and of answers. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024;
const USER_AGENT = 'Mozilla/5.0 (compatible; Google-Apps-Script)';

/**
 * The request goes on after the end of its script, because no source says that Google stops it.
 * @throws an error with Google's message if there is no answer
 */
export async function exchange(request: FetchRequest): Promise<FetchResponse> {
  const { url, timeoutSeconds } = request;
  // AbortSignal.timeout accepts only whole milliseconds
  const signal = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
  let body: Buffer | undefined;
  try {
    const incoming = await send(request, signal);
    body = await readBody(incoming);
    const { headers, statusCode: status = 0 } = incoming;
    if (body) return { status, headers, text: new TextDecoder().decode(body) };
    incoming.destroy();
  } catch (error) {
    if (signal.aborted) throw new Error(`Timeout: ${url}`);
    const isUnknown = (error as { code?: string }).code === 'ENOTFOUND';
    throw new Error(`${isUnknown ? 'DNS error' : 'Address unavailable'}: ${url}`);
  }
  throw new Error('Limit Exceeded: URLFetch Response Size.');
}

async function send(
  { url, method, headers, body }: FetchRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const outgoing = (url.startsWith('https:') ? https : http).request(url, {
    method: method.toUpperCase(),
    headers: { 'User-Agent': USER_AGENT, ...headers },
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
