/**
 * `npm start`: runs the sandbox and builds stale targets meanwhile; the sandbox waits for each part that it
 * needs. `npm run dev` (--watch) rebuilds on changes: the running sandbox loads a new add-on, page or
 * service. After a change of the sandbox itself, or a crash and any change, it restarts at the same address
 * with the same data.
 */
import { fork } from 'node:child_process';
import { watch } from 'chokidar';
import { ALL, buildTargets, isStale } from '../build.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let sandbox;
let isStopping = false;
let hasListened = false;
const isWatching = process.argv.includes('--watch');
const leftOut = new Set(['client']);

// a terminal sends Ctrl+C to both, and this process stays until the sandbox has saved
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true;
    if (!sandbox?.kill(signal)) process.exit(1);
  });
}

if (!isStale('sandbox')) startSandbox();
await build();
if (isWatching) {
  let building = Promise.resolve();
  // wait until changes pause: an editor writes a file in several steps, and a branch changes many files
  const quiet = setTimeout(() => {
    building = building.then(build);
  }, 40);
  // the watcher reports every existing file at its start, so a build also catches changes before it
  watch('src').on('all', () => quiet.refresh());
} else if (process.exitCode) sandbox?.kill('SIGTERM');

async function build() {
  process.exitCode = 0;
  const stale = ALL.filter((target) => !leftOut.has(target) && isStale(target));
  await buildTargets(stale, (target) => target === 'sandbox' && startSandbox());
  if (process.exitCode) return;
  // only the first start of a service reads them, and they take seconds
  leftOut.add('databases');
  if (hasListened && !sandbox) startSandbox();
}

/** Starts the sandbox, after stopping a running one. */
function startSandbox() {
  if (sandbox?.exitCode === null && sandbox.signalCode === null) {
    sandbox.off('exit', exitWith).once('exit', startSandbox).kill('SIGTERM');
    return;
  }
  if (isStopping) process.exit();
  sandbox = fork('out/sandbox/main.mjs').on('exit', exitWith);
  sandbox.on('message', (message) => {
    hasListened = true;
    // a later sandbox must use the same port, because open pages are at this address
    process.env['PORT'] = String(/** @type {{ port: number }} */ (message).port);
  });
}

/** Ends with the sandbox, but waits for a change after a crash. @param {number | null} code */
function exitWith(code) {
  // if it has never listened, a setting is wrong, which no change of a file mends
  if (!isWatching || !hasListened || isStopping || code === 0) process.exit(process.exitCode || (code ?? 1));
  console.error('The sandbox has stopped: save a change in src to start it again');
  sandbox = undefined;
}
