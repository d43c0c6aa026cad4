/** Posts to a client's callback address: guarded, with limits on time and on the size of the answer. */
import type { LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard.js';

interface PostOptions {
  readonly guard: AddressGuard;
  /** The limit that the error message names. */
  readonly timeoutMs: number;
  /** Its end, on the clock of performance.now(). */
  readonly until: number;
  readonly maxAnswerBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
  readonly location?: string | undefined;
  /** True if the answer was read at the address that the first answer named. */
  readonly isRead?: boolean;
}

/** Its message continues a sentence that starts with the address: 'does not answer within 10 seconds'. */
export class PostError extends Error {
  override readonly name = 'PostError' as const;
  /** True if the address was unreachable or the connection broke: a retry may succeed. */
  readonly isTransient: boolean;

  constructor(
    message: string,
    { isTransient = false, ...options }: ErrorOptions & { readonly isTransient?: boolean } = {},
  ) {
    super(message, options);
    this.isTransient = isTransient;
  }
}

/**
 * Posts JSON text. If the answer says where to get it (302 or 303, as a web app of Apps Script does), it is read
 * there, once, by a request that has neither the text nor the headers. Other redirects are ordinary answers.
 * @throws PostError
 */
export async function postJson(address: URL, json: string, options: PostOptions): Promise<PostAnswer> {
  const { headers: _own, ...others } = options;
  const answer = await send(address, options, json);
  const { status, location = '' } = answer;
  if (![302, 303].includes(status) || location === '' || !URL.canParse(location, address.href)) return answer;
  return send(new URL(location, address), others).then(
    (read) => ({ ...read, isRead: true }),
    () => answer,
  );
}

function send(address: URL, options: PostOptions, json?: string): Promise<PostAnswer> {
  const { guard, timeoutMs, until, maxAnswerBytes } = options;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const secure = address.protocol === 'https:';
  // an IP address is never looked up, so it is checked here
  const refusal = isIP(host) !== 0 ? refusalOf(guard, secure, [host]) : undefined;
  if (refusal) return Promise.reject(refusal);
  return new Promise((resolve, reject) => {
    const open = secure ? https.request : http.request;
    const content = json !== undefined && {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
    };
    const request = open(address, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { ...options.headers, ...content },
      lookup: guardedLookup(guard, secure),
      // a new connection, so that its address is checked now
      agent: false,
    });
    const timer = setTimeout(
      () => request.destroy(new PostError(`does not answer within ${timeoutMs / 1_000} seconds`)),
      Math.max(1, until - performance.now()),
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
        if (bytes > maxAnswerBytes)
          request.destroy(new PostError(`answers with more than ${maxAnswerBytes} bytes`));
      });
      response.on('error', (error) => reject(describe(error)));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, text: Buffer.concat(chunks).toString('utf8'), location: headers.location });
      });
    });
    request.end(json);
  });
}

/** Checks the address when the socket connects, because a name may resolve to another address than before. */
function guardedLookup(guard: AddressGuard, secure: boolean): LookupFunction {
  return (host, options, done) => {
    const isListed = guard.allowsName(host);
    const check = (found: readonly LookupAddress[]) => {
      const addresses = found.map(({ address }) => address);
      const refusal = isListed ? undefined : refusalOf(guard, secure, addresses);
      if (refusal) return done(refusal, '');
      if (options.all) return done(null, [...found]);
      return done(null, found[0]!.address, found[0]!.family);
    };
    addressesOf(host, isListed || host === 'localhost').then(check, (error: Error) => done(error, ''));
  };
}

/**
 * Asks the name servers directly: the system looks up two names at a time for the whole process, so names whose
 * servers are silent would delay all pushes, and new connections to the database.
 * @param isLocal true for names that the hosts file may have
 */
async function addressesOf(host: string, isLocal: boolean): Promise<readonly LookupAddress[]> {
  if (isLocal) return dns.lookup(host, { all: true });
  const of = (family: 4 | 6, addresses: Promise<string[]>) =>
    addresses.then((all) => all.map((address) => ({ address, family })));
  const asked = await Promise.allSettled([of(4, dns.resolve4(host)), of(6, dns.resolve6(host))]);
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length === 0) throw (asked[0] as PromiseRejectedResult).reason;
  return found;
}

function refusalOf(guard: AddressGuard, secure: boolean, addresses: readonly string[]) {
  if (!addresses.every(guard.allowsAddress))
    return new PostError(
      'leads to an address that is not public; the operator can allow it with ALLOW_CALLBACKS',
    );
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
