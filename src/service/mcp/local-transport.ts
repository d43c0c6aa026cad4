/** Sends an assistant's requests to this process's own service, with all checks, limits and charges. */
import type { FastifyInstance } from 'fastify';
import type { Transport } from '../../client/types.js';
import { asGrant } from '../http/authentication.js';

/** @param tokenDigest of the access token, which decides on each request whose key pays */
export function createTransport(app: FastifyInstance, tokenDigest: string): Transport {
  return {
    async send({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      // inject starts only when it is awaited
      const answer = await asGrant(
        tokenDigest,
        async () =>
          await app.inject({
            method,
            url: pathname + search,
            headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { payload: body }),
          }),
      );
      return {
        status: answer.statusCode,
        text: answer.payload,
        header(name) {
          const value = answer.headers[name.toLowerCase()];
          return value === undefined ? undefined : String(value);
        },
      };
    },
    close: async () => undefined,
  };
}
