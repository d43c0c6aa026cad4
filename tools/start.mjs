/**
 * `npm start`: runs the sandbox, and meanwhile builds what is stale; the sandbox waits for each part where it needs it.
 * `npm run dev` (--watch) keeps building what changes: add-on, page and service change in the running sandbox, and
 * the sandbox itself is started again, at the same address and on the same data.
 */
import { fork } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { watch } from 'chokidar';
import { isFresh } from './build/freshness.mjs';
import { ALL, buildTargets } from './build/targets.mjs';

/** An editor writes a file in several steps, and a branch is many files. */
const QUIET_MS = 40;

process.chdir(path.resolve(import.meta.dirname, '..'));
const { values } = parseArgs({ options: { watch: { type: 'boolean' } } });
const targets = ALL.filter((target) => target !== 'client');
/** @type {import('node:child_process').ChildProcess | undefined} */
let sandbox;
/** Where the page is, for the sandbox that takes its place. @type {string | undefined} */
let port;

if (isFresh('sandbox')) startSandbox();
await build();
if (values.watch) buildOnChange('src');
else if (process.exitCode) sandbox?.kill('SIGTERM');

async function build() {
  const stale = targets.filter((target) => !isFresh(target));
  try {
    await buildTargets(stale, (target) => {
      process.stdout.write(`Built ${target}\n`);
      if (target === 'sandbox') startSandbox();
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!values.watch) process.exitCode = 1;
  }
}

/** @param {string} folder */
function buildOnChange(folder) {
  let building = Promise.resolve();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  // what changed before it was watched is found when it is
  watch(folder).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(build);
    }, QUIET_MS);
  });
}

/** In the place of the one that runs. */
function startSandbox() {
  if (sandbox?.exitCode === null) {
    sandbox.off('exit', exitWith).once('exit', startSandbox).kill('SIGTERM');
    return;
  }
  sandbox = fork('out/sandbox/main.mjs', { env: { ...process.env, ...(port && { PORT: port }) } });
  sandbox.on('message', (message) => {
    port = String(/** @type {{ port: number }} */ (message).port);
  });
  sandbox.on('exit', exitWith);
}

/** @param {number | null} code */
function exitWith(code) {
  process.exit(process.exitCode ?? code ?? 1);
}
