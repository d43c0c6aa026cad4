/** The command line within a test: a real service, and the output on both streams. */
import { PassThrough } from 'node:stream';
import type { CliIO } from '../../src/client/cli/context.js';
import { run } from '../../src/client/cli/run.js';

/**
 * @param around its home and its environment, and differences from a program without a person
 * @param isDone ends a watch; it gets what the command has said on standard error
 */
export async function runCommand(
  args: readonly string[],
  { home, env, ...around }: Partial<CliIO> & Pick<CliIO, 'env'> & { readonly home: string },
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
    env: { HOME: home, ...env },
    ...around,
  }).finally(() => clearInterval(timer));
  return { code, ...texts };
}
