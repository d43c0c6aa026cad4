/** Invalid requests: answered with the contract's error body if the connection is still writable, then closed. */
import type { Socket } from 'node:net';
import type { ServiceErrorBody } from '../../contract/errors.js';

/** Node's error codes, each with the status and the rest of a sentence that starts with "request". */
const ERRORS: Readonly<Record<string, readonly [status: string, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431', 'Request Header Fields Too Large', 'headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408', 'Request Timeout', 'request did not arrive in time'],
};
/** Time for the client to read the answer. Then the connection ends, even if the client is still sending. */
const LAST_WORDS_MS = 200;
const OTHER = ['400', 'Bad Request', 'request is not valid HTTP'] as const;

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = ERRORS[error.code ?? ''] ?? OTHER;
  const body = JSON.stringify({ status, code: 'BAD_INPUT', message } satisfies ServiceErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LAST_WORDS_MS);
}
