/** A proxy between add-on and service: forwards and records requests, and injects faults. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './host.js';
import { standInFor } from './stand-in.js';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Undefined while the answer is outstanding. */
  status: number | undefined;
}

/** The fault that replaces the answer; with `reached`, the service gets the request all the same. */
export type RecorderFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
      readonly reached?: boolean;
    }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  | { readonly kind: 'hangUp'; readonly reached?: boolean }
  | { readonly kind: 'malformed'; readonly body: string; readonly reached?: boolean };

export interface Recorder {
  readonly baseUrl: string;
  /** A connection to the service through the recorder. */
  readonly connection: Connection;
  readonly requests: readonly RecordedRequest[];
  /** Returns the fault of a request; `index` counts from zero since the last `clear`. */
  fault: (request: RecordedRequest, index: number) => RecorderFault | undefined;
  clear(): void;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** For all tests of a suite; each test begins without records and faults. */
export function useRecorder(service: Connection): Recorder {
  let recorder: Recorder | undefined;
  beforeAll(async () => {
    recorder = await startRecorder(service);
  });
  beforeEach(() => {
    recorder?.clear();
    if (recorder) recorder.fault = () => undefined;
  });
  afterAll(() => recorder?.stop());
  return standInFor('recorder', () => recorder);
}

async function startRecorder({ baseUrl: target, apiKey }: Connection): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const server = http.createServer(async (incoming, outgoing) => {
    const body = await read(incoming);
    const record: RecordedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: body.toString(),
      status: undefined,
    };
    requests.push(record);
    const fault = recorder.fault(record, requests.length - 1);
    try {
      const answer = await answerTo(record, body, fault);
      if (!answer) {
        outgoing.destroy();
        return;
      }
      record.status = answer.status;
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    } catch {
      outgoing.destroy();
    }
  });

  const answerTo = async (
    record: RecordedRequest,
    body: Buffer,
    fault: RecorderFault | undefined,
  ): Promise<Answer | undefined> => {
    if (fault?.kind === 'slow') await sleep(fault.delayMs);
    if (fault?.kind === 'held') await fault.until;
    if (!fault || fault.kind === 'slow' || fault.kind === 'held') return forward(target, record, body);
    if (fault.reached) await forward(target, record, body);
    if (fault.kind === 'hangUp') return undefined;
    if (fault.kind === 'malformed')
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(fault.body) };
    return { status: fault.status, headers: fault.headers ?? {}, body: Buffer.from(fault.body ?? '') };
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder: Recorder = {
    baseUrl,
    connection: { baseUrl, apiKey },
    requests,
    fault: () => undefined,
    clear: () => void requests.splice(0),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return recorder;
}

function forward(target: string, { method, path, headers }: RecordedRequest, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host: _host, connection: _connection, ...passed } = headers;
    const outgoing = http.request(target + path, { method, headers: passed }, async (incoming) => {
      const { 'transfer-encoding': _encoding, connection: _kept, ...answered } = incoming.headers;
      read(incoming).then(
        (content) => resolve({ status: incoming.statusCode ?? 0, headers: answered, body: content }),
        reject,
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

async function read(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
