/** The host's side of an execution thread: starts jobs, answers service calls, and can end the thread. */
import { once } from 'node:events';
import path from 'node:path';
import { MessageChannel, SHARE_ENV, Worker } from 'node:worker_threads';
import type { Reply, ThreadResult } from '../bridge/wire.js';

export interface ThreadData {
  readonly flag: Int32Array;
  readonly realm: string;
  readonly code: string;
  readonly timeZone: string;
}

export interface ThreadJob {
  readonly functionName: string;
  readonly args: string;
  readonly environment: string;
}

/** Answers one service call. */
export type CallHandler = (operation: string, argsJson: string) => Promise<Reply>;

export type Thread = Awaited<ReturnType<typeof startThread>>;

export type ThreadOptions = Omit<ThreadData, 'flag'>;

/** The build writes it beside the host. */
const WORKER_FILE = path.join(__dirname, 'worker.cjs');

/** Resolves when the thread can take a job. Node has one time zone per process, so threads must share it. */
export async function startThread(data: ThreadOptions) {
  const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(WORKER_FILE, {
    env: SHARE_ENV,
    workerData: { ...data, flag, port: port2 },
    transferList: [port2],
  });
  const ended = new AbortController();
  worker.once('exit', () => ended.abort());
  /** Rejects if the thread fails or ends before its next message. */
  const nextMessage = async (): Promise<unknown> =>
    (await once(worker, 'message', { signal: ended.signal }))[0];
  let answer: CallHandler | undefined;
  port1.on('message', async ([operation, argsJson]: [string, string]) => {
    const reply = await answer?.(operation, argsJson);
    if (!reply) return;
    // the message must be in the port before the thread wakes up
    port1.postMessage(reply);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
  port1.unref();
  await nextMessage();
  return {
    /** Rejects if the thread ends before the job. */
    async run(job: ThreadJob, answerJob: CallHandler): Promise<ThreadResult> {
      answer = answerJob;
      const result = nextMessage();
      worker.postMessage(job);
      return (await result) as ThreadResult;
    },
    async end(): Promise<void> {
      answer = undefined;
      await worker.terminate();
      port1.close();
    },
  };
}
