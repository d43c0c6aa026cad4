/** Entry of the program: runs the service or one command. */
import { runCommand } from './cli/run-command.js';
import { readConfig } from './config.js';
import { serve } from './serve.js';

const workerUrl = new URL('./store-worker.mjs', import.meta.url);
const args = process.argv.slice(2);

try {
  const config = readConfig(process.env);
  if (args.length > 0) process.exitCode = await runCommand(args, config, workerUrl);
  else await serve(config, workerUrl);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
