/** HTTP through undici, because Node's fetch hides status 407. */
import { Agent, request } from 'undici';
import type { Transport } from './types.js';

/** The largest accepted answer: 10,000 long records are some 10 MB. */
const MAX_CHARACTERS = 200_000_000;
/** Concurrent connections to one service; further requests of a question wait. */
const CONNECTIONS = 8;

/** Keeps connections open until `close`. Does not follow redirects, so that the key stays with its server. */
export function createTransport(): Transport {
  const agent = new Agent({ connections: CONNECTIONS, maxResponseSize: MAX_CHARACTERS });
  return {
    async send({ method, url, headers, body, timeoutMs }) {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        text,
        header(name) {
          const value = answer.headers[name.toLowerCase()];
          return Array.isArray(value) ? value.join(', ') : value;
        },
      };
    },
    close: () => agent.destroy(),
  };
}
