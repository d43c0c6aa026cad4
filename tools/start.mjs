/**
 * `npm start`: runs the sandbox, and meanwhile builds what is stale; the sandbox waits for each part where it needs it.
 * `npm run dev` (--watch) keeps building what changes: add-on, page and service change in the running sandbox, and
 * the sandbox itself is started again, at the same address and on the same data.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBuilder, staleParts } from './parts.mjs';
import { watchFolders } from './watch.mjs';

/** @typedef {import('./parts.mjs').PartName} PartName */

const root = path.resolve(import.meta.dirname, '..');
const PROGRAM = path.join(root, 'out/sandbox/main.mjs');
/** Folders that a change is seen in at once. */
const WATCHED = ['src'];

/**
 * What the sandbox uses together, by the names of src/sandbox/start/builds.ts. The program is not among them: what is
 * started is built before.
 * @type {Record<string, PartName[]>}
 */
const GROUPS = {
  addon: ['code', 'sidebar', 'manifest'],
  host: ['host'],
  page: ['page', 'library'],
  service: ['service', 'engine', 'sample'],
};
/** A change of these starts the sandbox again. */
const RESTARTED_FOR = ['program', 'host'];

const { watch } = parseArgs({ options: { watch: { type: 'boolean' } } }).values;
const builder = createBuilder();
/** @type {import('node:child_process').ChildProcess | undefined} */
let sandbox;
/** @type {Set<PartName>} parts that the sandbox must wait for */
const missing = new Set(staleParts());
let isStopping = false;
/** Where the page is, for the sandbox that takes its place. @type {string | undefined} */
let port;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopping = true;
    sandbox?.kill('SIGTERM');
    if (!sandbox) process.exit(0);
  });
}

try {
  // the program first: the page has its address with it
  await build(['program']);
  startSandbox();
  // the browser waits for these, and has enough to do with them while the others are built
  await build(['page', 'library']);
  await build(['host']);
  await build(['code', 'sidebar', 'manifest']);
  // last: at its first start it computes for seconds, and the page has use for both cores before
  await build(['service', 'engine', 'sample']);
} catch (error) {
  report(error);
  if (!watch) {
    process.exitCode = 1;
    sandbox?.kill('SIGTERM');
  }
}
if (watch) {
  let building = Promise.resolve();
  watchFolders(WATCHED, () => {
    building = building.then(rebuild).catch(report);
  });
} else {
  await builder.close();
}

/**
 * Builds those of the parts that are missing, and tells the sandbox.
 * @param {PartName[]} names in the order of need
 */
async function build(names) {
  const wanted = names.filter((name) => missing.has(name));
  await Promise.all(
    wanted.map(async (name) => {
      await builder.build(name);
      missing.delete(name);
      tell(groupsWith([name]));
    }),
  );
}

/** Builds what has become stale, and brings it into the running sandbox. */
async function rebuild() {
  // what nobody sees in the page is built by `npm run build`
  const stale = staleParts(['addon', 'service', 'sandbox']);
  if (stale.length === 0) return;
  const started = performance.now();
  const results = await Promise.allSettled(stale.map((name) => builder.build(name)));
  const built = stale.filter((_, index) => results[index]?.status === 'fulfilled');
  for (const name of built) missing.delete(name);
  for (const result of results) if (result.status === 'rejected') report(result.reason);
  if (built.length === 0) return;
  process.stdout.write(`Built ${built.join(', ')} in ${Math.round(performance.now() - started)} ms\n`);
  if (built.some((name) => RESTARTED_FOR.includes(name))) await restartSandbox();
  else tell(groupsWith(built));
}

/**
 * @param {PartName[]} names
 * @returns {string[]} groups with one of them that are complete
 */
function groupsWith(names) {
  return Object.entries(GROUPS)
    .filter(
      ([, parts]) => parts.some((name) => names.includes(name)) && !parts.some((name) => missing.has(name)),
    )
    .map(([group]) => group);
}

/** @param {string[]} groups */
function tell(groups) {
  for (const built of groups) if (sandbox?.connected) sandbox.send({ built });
}

function startSandbox() {
  sandbox = fork(PROGRAM, { env: { ...process.env, ...(port !== undefined && { PORT: port }) } });
  sandbox.on('message', (message) => {
    port = String(/** @type {{ port: number }} */ (message).port);
  });
  sandbox.on('exit', onExit);
  tell(groupsWith(Object.values(GROUPS).flat()));
}

async function restartSandbox() {
  const before = sandbox;
  if (!before || isStopping) return;
  before.off('exit', onExit);
  before.kill('SIGTERM');
  if (before.exitCode === null) await once(before, 'exit');
  startSandbox();
}

/** @param {number | null} code */
function onExit(code) {
  process.exit(process.exitCode ?? code ?? 1);
}

/** @param {unknown} error */
function report(error) {
  // esbuild has said what is wrong, and where
  if (error instanceof Error && 'errors' in error) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
