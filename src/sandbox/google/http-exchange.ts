/**
 * One HTTP request of UrlFetchApp, over Node's own client: the web's fetch function treats status 407 as an error
 * of the connection, and scripts must see it.
 */
import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FetchRequest, FetchResponse } from '../bridge/operations.js';
import { bufferOf } from './binary.js';

export type Exchange = Promise<FetchResponse>;

const MAX_REDIRECTS = 20;
const MAX_RESPONSE_BYTES = 50 * 1024 * 1024;
const USER_AGENT = 'Mozilla/5.0 (compatible; Google-Apps-Script)';
const REDIRECTS = [301, 302, 303, 307, 308];

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly location: string | undefined;
  readonly encoding: string | undefined;
  readonly type: string;
  readonly body: Buffer;
}

/** @throws with Google's message if there is no answer. */
export async function exchange(request: FetchRequest): Exchange {
  const deadline = performance.now() + request.timeoutSeconds * 1000;
  const body = request.body && bufferOf(request.body);
  let hop = { url: request.url, method: request.method.toUpperCase(), body };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const raw = await send(request, hop, deadline - performance.now());
    if (!request.followRedirects || raw.location === undefined || !REDIRECTS.includes(raw.status)) {
      return responseFrom(raw, request);
    }
    const url = new URL(raw.location, hop.url).href;
    // as in browsers: only 307 and 308 repeat the method and the body
    hop = raw.status >= 307 ? { ...hop, url } : { url, method: 'GET', body: undefined };
  }
  throw new Error(`Too many redirects: ${request.url}`);
}

function send(
  request: FetchRequest,
  { url, method, body }: { url: string; method: string; body: Buffer | undefined },
  timeoutMs: number,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http;
    const asksEncoding = Object.keys(request.headers).some(
      (name) => name.toLowerCase() === 'accept-encoding',
    );
    const headers = {
      'User-Agent': USER_AGENT,
      ...(!asksEncoding && { 'Accept-Encoding': 'gzip, deflate' }),
      ...request.headers,
      ...(body && { 'Content-Length': String(body.length) }),
    };
    const fail = (error: Error & { code?: string }) => {
      clearTimeout(timer);
      reject(
        new Error(`${error.code === 'ENOTFOUND' ? 'DNS error' : 'Address unavailable'}: ${request.url}`),
      );
    };
    const outgoing = client.request(
      url,
      { method, headers, rejectUnauthorized: request.validateHttpsCertificates },
      (incoming) => {
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= MAX_RESPONSE_BYTES) chunks.push(chunk);
          else {
            clearTimeout(timer);
            incoming.destroy();
            reject(new Error('Limit Exceeded: URLFetch Response Size.'));
          }
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          clearTimeout(timer);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: namedHeaders(incoming.rawHeaders),
            location: incoming.headers.location,
            encoding: asksEncoding ? undefined : incoming.headers['content-encoding'],
            type: incoming.headers['content-type'] ?? '',
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    const timer = setTimeout(
      () => {
        outgoing.destroy();
        reject(new Error(`Timeout: ${request.url}`));
      },
      Math.max(0, timeoutMs),
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

async function responseFrom(raw: RawResponse, request: FetchRequest): Promise<FetchResponse> {
  const body = await inflated(raw, request.url);
  const charset = /charset="?([\w-]+)/i.exec(raw.type)?.[1] ?? 'utf-8';
  const text = new TextDecoder(knownCharset(charset)).decode(body);
  const isUtf8 = Buffer.from(text).equals(body);
  return {
    status: raw.status,
    headers: raw.headers,
    text,
    ...(!isUtf8 && { bytes: body.toString('base64') }),
  };
}

async function inflated({ encoding, body }: RawResponse, url: string): Promise<Buffer> {
  try {
    if (encoding === 'gzip') return await promisify(zlib.gunzip)(body);
    if (encoding === 'deflate') return await promisify(zlib.inflate)(body);
    return body;
  } catch {
    throw new Error(`Unexpected error: ${url}`);
  }
}

function knownCharset(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

/** Names as the server wrote them; a repeated header has a list. */
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
