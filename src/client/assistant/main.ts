/** Starts `signals-mcp`. Standard output belongs to the protocol; everything else is told on standard error. */

import { asSignalsError } from '../../addon/errors.js';
import { clientErrors } from '../errors.js';
import { createWire } from '../wire.js';
import { type AssistantSettings, runOverHttp, runOverStdio } from './program.js';
import { readProgramSettings, USAGE } from './settings.js';

/** Set by the build. */
declare const CLIENT_VERSION: string;

async function main(): Promise<void> {
  const { env } = process;
  const settings = readProgramSettings(process.argv.slice(2), env);
  if (settings === 'help') {
    process.stderr.write(USAGE);
    return;
  }
  const { http, ...rules } = settings;
  const { SIGNALS_API_KEY: key, SIGNALS_URL: url } = env;
  if (!key) throw clientErrors.noKey();
  if (!url) throw clientErrors.noUrl();
  const assistantSettings: AssistantSettings = {
    ...rules,
    key,
    url,
    version: CLIENT_VERSION,
    wire: createWire(),
  };
  const log = (text: string) => process.stderr.write(`${text.split(key).join('***')}\n`);
  const running = http
    ? await runOverHttp(assistantSettings, { ...http, log })
    : await runOverStdio(assistantSettings, { input: process.stdin, output: process.stdout, log });
  if (running.url) log(`Listening on ${running.url}`);
  await Promise.race([running.ended, untilStopped()]);
  await running.close();
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${asSignalsError(error).message}\n`);
  process.exit(1);
}
