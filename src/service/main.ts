/** Entry of the program: runs the service or one command. */
import { readConfig } from './config.js';

const workerUrl = new URL('./store-worker.mjs', import.meta.url);
const args = process.argv.slice(2);

try {
  const config = readConfig(process.env);
  // dynamic imports, so that a command does not load the packages of the HTTP interface
  if (args.length > 0) {
    const { runCommand } = await import('./cli/run-command.js');
    process.exitCode = await runCommand(args, config, workerUrl);
  } else {
    const { serve } = await import('./serve.js');
    await serve(config, workerUrl);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
