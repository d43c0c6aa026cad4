#!/usr/bin/env node
/** The program `signals-mcp`. Standard output carries the protocol; all messages go to standard error. */
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { asSignalsError } from '../../addon/errors.js';
import { openFileStore } from '../file-store.js';
import { findKey, storeFolder } from '../find-key.js';
import { version } from '../package.json';
import { createAssistant } from './assistant.js';
import { readProgramSettings, USAGE } from './settings.js';

const MAX_MESSAGE = 1_000_000;

async function main(): Promise<void> {
  const { env, argv, stdin, stdout, stderr } = process;
  const settings = readProgramSettings(argv.slice(2), env);
  if (settings === 'help') {
    stderr.write(USAGE);
    return;
  }
  const key = await findKey({ env });
  const assistant = createAssistant({
    ...settings,
    key,
    version,
    // shares the store of the command line, so that neither pays for an answer that the other has
    store: openFileStore(storeFolder(env)),
  });
  const server = assistant.createServer();
  server.server.onerror = ({ message }) => stderr.write(`${message.split(key).join('***')}\n`);
  // closes, among others, after a message that is too long
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  const disconnected = [once(stdin, 'end'), once(stdin, 'close'), once(stdout, 'error')];
  // each write to a closed stream emits an error again, which must not abort a purchase in flight
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const stopped = [once(process, 'SIGINT'), once(process, 'SIGTERM')];
  await server.connect(new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE }));
  // a person who tries the program sees nothing else
  if (stdin.isTTY)
    stderr.write('signals-mcp waits for an assistant on standard input; see signals-mcp --help\n');
  await Promise.race([closed, ...disconnected, ...stopped]).catch(() => undefined);
  await assistant.close();
  await server.close();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${asSignalsError(error).message}\n`);
  process.exit(1);
}
