/**
 * `npm start`: runs the sandbox, and meanwhile builds what is stale; the sandbox waits for each part where it needs it.
 * `npm run dev` (--watch) keeps building what changes: add-on, page and service change in the running sandbox, and
 * the sandbox itself is started again, at the same address and on the same data.
 */
import { fork } from 'node:child_process';
import { watch } from 'chokidar';
import { ALL, buildTargets, isStale } from '../build.mjs';

const targets = ALL.filter((target) => target !== 'client');
/** @type {import('node:child_process').ChildProcess | undefined} */
let sandbox;

if (!isStale('sandbox')) startSandbox();
await build();
if (process.argv.includes('--watch')) {
  let building = Promise.resolve();
  // an editor writes a file in several steps, and a branch is many files
  const quiet = setTimeout(() => {
    building = building.then(build);
  }, 40);
  // what changed before it was watched is found when it is
  watch('src').on('all', () => quiet.refresh());
} else if (process.exitCode) sandbox?.kill('SIGTERM');

async function build() {
  process.exitCode = 0;
  await buildTargets(targets.filter(isStale), (target) => target === 'sandbox' && startSandbox());
}

/** In the place of the one that runs. */
function startSandbox() {
  if (sandbox?.exitCode === null) {
    sandbox.off('exit', exitWith).once('exit', startSandbox).kill('SIGTERM');
    return;
  }
  sandbox = fork('out/sandbox/main.mjs').on('exit', exitWith);
  sandbox.on('message', (message) => {
    // where the page is, for the sandbox that takes its place
    process.env['PORT'] = String(/** @type {{ port: number }} */ (message).port);
  });
}

/** @param {number | null} code */
function exitWith(code) {
  process.exit(process.exitCode || (code ?? 1));
}
