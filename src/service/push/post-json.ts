/** Posts to a client's callback address: guarded, with limits on time and on the size of the answer. */
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.js';

export interface PostOptions {
  readonly guard: AddressGuard;
  readonly timeoutMs: number;
  /** The time that the error message names. @default timeoutMs */
  readonly namedTimeoutMs?: number;
  readonly maxAnswerBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

/** Its message continues a sentence that starts with the address: 'does not answer within 10 seconds'. */
export class PostError extends Error {
  override readonly name = 'PostError' as const;
  /** True if the address was unreachable or the connection broke: a retry may succeed. */
  readonly isTransient: boolean;

  constructor(
    message: string,
    { isTransient = false, ...options }: ErrorOptions & { isTransient?: boolean } = {},
  ) {
    super(message, options);
    this.isTransient = isTransient;
  }
}

/**
 * Posts JSON text. Does not follow redirects: they are ordinary answers.
 * @throws PostError
 */
export function postJson(address: URL, json: string, options: PostOptions): Promise<PostAnswer> {
  const { guard, timeoutMs, namedTimeoutMs = timeoutMs, maxAnswerBytes } = options;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const secure = address.protocol === 'https:';
  // an IP address is never looked up, so it is checked here
  const refusal = isIP(host) !== 0 ? refusalOf(guard, secure, [host]) : undefined;
  if (refusal) return Promise.reject(refusal);
  return new Promise((resolve, reject) => {
    const send = secure ? https.request : http.request;
    const request = send(address, {
      method: 'POST',
      headers: {
        ...options.headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      },
      lookup: guardedLookup(guard, secure),
      // a new connection, so that its address is checked now
      agent: false,
    });
    const timer = setTimeout(
      () => request.destroy(new PostError(`does not answer within ${namedTimeoutMs / 1_000} seconds`)),
      timeoutMs,
    );
    request.on('close', () => clearTimeout(timer));
    // after "101 Switching Protocols" the connection leaves HTTP, and the request ends without a response
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      reject(new PostError(`answers with the unexpected status ${response.statusCode ?? 101}`));
    });
    request.on('error', (error) => reject(describe(error)));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > maxAnswerBytes) {
          request.destroy(new PostError(`answers with more than ${maxAnswerBytes} bytes`));
        }
      });
      response.on('error', (error) => reject(describe(error)));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    request.end(json);
  });
}

/** Checks the address when the socket connects, because a name may resolve to another address than before. */
function guardedLookup(guard: AddressGuard, secure: boolean): LookupFunction {
  return (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return done(error ?? new PostError('has no address'), '');
      const refusal = guard.allowsName(host)
        ? undefined
        : refusalOf(
            guard,
            secure,
            addresses.map(({ address }) => address),
          );
      if (refusal) return done(refusal, '');
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

function refusalOf(
  guard: AddressGuard,
  secure: boolean,
  addresses: readonly string[],
): PostError | undefined {
  if (!addresses.every(guard.allowsAddress)) {
    return new PostError(
      'leads to an address that is not public; the operator can allow it with ALLOW_CALLBACKS',
    );
  }
  if (secure || addresses.every(guard.listsAddress)) return undefined;
  return new PostError('must start with https://, unless the operator lists its host in ALLOW_CALLBACKS');
}

/** System errors contain the resolved address, which the client must not learn. */
function describe(error: Error & { code?: string }): PostError {
  if (error instanceof PostError) return error;
  return new PostError(`cannot be reached (${error.code ?? 'no answer'})`, {
    cause: error,
    isTransient: true,
  });
}
