/** The command line within a test: a real service, and the output on both streams. */
import { PassThrough } from 'node:stream';
import { type CliIO, run } from '../../src/client/cli/run.js';

/**
 * @param around differences from a program without a person; its home, and its environment
 * @param isDone ends a watch; it gets what the command has said on standard error
 */
export async function runCommand(
  args: readonly string[],
  around: Partial<CliIO> & Pick<CliIO, 'env' | 'home'>,
  isDone?: (said: string) => Promise<boolean>,
) {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  const texts = { out: '', err: '' };
  for (const name of ['out', 'err'] as const)
    streams[name].on('data', (part) => {
      texts[name] += String(part);
    });
  const ended = new AbortController();
  const timer = setInterval(() => {
    void isDone?.(texts.err).then((done) => done && ended.abort());
  }, 20);
  const code = await run(args, {
    ...streams,
    confirm: undefined,
    signal: ended.signal,
    version: '0.0.0',
    ...around,
  }).finally(() => clearInterval(timer));
  return { code, ...texts };
}
