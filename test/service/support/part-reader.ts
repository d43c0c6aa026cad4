/** A client that reads part of an answer, slowly or at once, and then resets its connection. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PartRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Resets the connection after this many bytes of the body; by default it reads everything. */
  readonly bytes?: number;
  /** Milliseconds until it resets the connection without any answer; also a slow reader's pause. */
  readonly patience?: number;
  /** Resets the connection at once. */
  readonly leaving?: AbortSignal;
}

export interface Part {
  readonly status: number;
  readonly head: string;
  /** The part of the body that was read. */
  readonly body: string;
  /** The client's port, by which the server identifies the connection. */
  readonly port: number;
}

/** Resolves when the connection is closed. */
export async function readPart(request: PartRequest): Promise<Part> {
  const { address, headers, body, bytes = Number.POSITIVE_INFINITY, patience = 0, leaving } = request;
  const url = new URL(address);
  const text = JSON.stringify(body);
  const socket = net.connect(Number(url.port), url.hostname);
  const chunks: Buffer[] = [];
  let port = 0;
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => undefined);
  leaving?.addEventListener('abort', () => socket.resetAndDestroy());
  socket.on('connect', () => {
    port = socket.localPort ?? 0;
    const lines = Object.entries({
      host: url.host,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  });
  socket.on('data', async (chunk: Buffer) => {
    chunks.push(chunk);
    if (bytes === Number.POSITIVE_INFINITY) return;
    // the system's buffer for a client that does not read is small compared with the answer
    socket.pause();
    if (bodyOf(chunks).length >= bytes) socket.resetAndDestroy();
    else {
      await sleep(patience / 50);
      socket.resume();
    }
  });
  if (bytes === 0) {
    socket.pause();
    await sleep(patience);
    socket.resetAndDestroy();
  }
  await closed;
  const whole = Buffer.concat(chunks).toString('latin1');
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(whole)?.[1] ?? 0);
  const head = whole.split('\r\n\r\n', 1)[0] ?? '';
  return { status, head, body: bodyOf(chunks).slice(0, bytes === 0 ? 0 : undefined), port };
}

function bodyOf(chunks: readonly Buffer[]): string {
  const whole = Buffer.concat(chunks).toString('latin1');
  const end = whole.indexOf('\r\n\r\n');
  return end < 0 ? '' : whole.slice(end + 4);
}

/** The number of records in the beginning of an answer, without one that may be incomplete. */
export function wholeRecords(beginning: string): number {
  const end = beginning.endsWith('}]') ? beginning.length - 2 : beginning.lastIndexOf('},{');
  return end < 0 ? 0 : (JSON.parse(`${beginning.slice(0, end)}}]`) as unknown[]).length;
}
