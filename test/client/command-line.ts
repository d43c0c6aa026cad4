/** The command line within a test: a real service, and the output on both streams. */
import { PassThrough } from 'node:stream';
import { type CliIO, run } from '../../src/client/cli/run.js';

/** @param around differences from a program without a person; its home, and its environment */
export async function runCommand(
  args: readonly string[],
  around: Partial<CliIO> & Pick<CliIO, 'env' | 'home'>,
) {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  const texts = { out: '', err: '' };
  for (const name of ['out', 'err'] as const)
    streams[name].on('data', (part) => {
      texts[name] += String(part);
    });
  const code = await run(args, {
    ...streams,
    confirm: undefined,
    signal: new AbortController().signal,
    version: '0.0.0',
    ...around,
  });
  return { code, ...texts };
}
