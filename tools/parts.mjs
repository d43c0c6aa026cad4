/** The parts of the build: their inputs and how to build them. A part is built if its stamp says that it is stale. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { stop } from 'esbuild';
import { buildClient } from './build-client.mjs';
import { buildConformance } from './build-conformance.mjs';
import { buildEngine } from './build-engine.mjs';
import { buildManifests } from './build-manifests.mjs';
import { buildSample } from './build-sample.mjs';
import { buildHost, buildLibrary, buildPage, buildProgram } from './build-sandbox.mjs';
import { buildService } from './build-service.mjs';
import { buildSidebar } from './build-sidebar.mjs';
import { createCodeThread } from './code-thread.mjs';
import { hashInputs, inputFiles, isFresh, isPackage, removeStamp, writeStamp } from './stamps.mjs';

/**
 * Files of the project, from the root: what was written, and what was read for it.
 * @typedef {{ outputs: string[], inputs: string[] }} Built
 * @typedef {{ inputs: string[], build: () => Promise<Built> }} Part
 * @typedef {ReturnType<typeof createBuilder>} Builder
 */

const root = path.resolve(import.meta.dirname, '..');

/** The names for the command line, the sandbox and the tests. */
export const GROUPS = {
  addon: ['code', 'sidebar', 'manifest'],
  service: ['service', 'engine', 'sample'],
  sandbox: ['program', 'host', 'page', 'library'],
  client: ['client'],
};

/** The inputs of each part, in addition to the common inputs. */
export const INPUTS = {
  code: ['src/addon', 'src/contract'],
  sidebar: ['src/sidebar', 'src/contract'],
  manifest: ['appsscript.json', 'appsscript.receiver.json', 'appsscript.review.json'],
  service: ['src/service', 'src/contract'],
  engine: [],
  sample: ['src/service/store', 'src/service/database', 'src/service/seed', 'src/contract'],
  program: ['src/sandbox', '!src/sandbox/page', 'src/contract'],
  host: ['src/sandbox', '!src/sandbox/page', 'src/contract'],
  page: ['src/sandbox', 'src/contract'],
  library: [],
  conformance: ['conformance'],
  client: ['src/client', 'src/addon', 'src/contract', 'LICENSE'],
};

/** @typedef {keyof typeof INPUTS} PartName */

/**
 * @param {readonly string[]} names of parts and groups; none means all
 * @returns {PartName[]}
 * @throws when there is no such name
 */
export function partsNamed(names) {
  const all = /** @type {PartName[]} */ (Object.keys(INPUTS));
  const parts = names.flatMap((name) => {
    if (name in INPUTS) return [name];
    if (name in GROUPS) return GROUPS[/** @type {keyof typeof GROUPS} */ (name)];
    throw new Error(`Unknown part ${name}: choose from ${[...Object.keys(GROUPS), ...all].join(', ')}`);
  });
  return names.length === 0 ? all : all.filter((name) => parts.includes(name));
}

/** @param {readonly string[]} names of parts and groups; none means all */
export function staleParts(names = []) {
  return partsNamed(names).filter((name) => !isFresh(name, INPUTS[name]));
}

/** Builds parts repeatedly; the second build is faster. Close it at the end. */
export function createBuilder() {
  const code = createCodeThread();
  /** @type {Map<PartName, Promise<void>>} */
  const running = new Map();
  /** @type {Record<PartName, () => Promise<Built>>} */
  const builds = {
    code: () => code.build('dist'),
    sidebar: () => buildSidebar('dist'),
    manifest: () => buildManifests('dist'),
    service: () => buildService('out/service'),
    engine: () => buildEngine('out/service/engine'),
    sample: async () => {
      // a copy is made sooner than another one
      await running.get('engine');
      return buildSample('out/service/sample', 'out/service/engine');
    },
    program: () => buildProgram('out/sandbox'),
    host: () => buildHost('out/sandbox'),
    page: () => buildPage('out/sandbox/page'),
    library: () => buildLibrary('out/sandbox/page'),
    conformance: () => buildConformance('out/conformance'),
    client: () => buildClient('out/client'),
  };

  return {
    /**
     * @param {PartName} name
     * @returns {Promise<void>}
     */
    build(name) {
      const built = build(name);
      running.set(name, built);
      return built;
    },
    close: async () => {
      await Promise.all([code.close(), stop()]);
    },
  };

  /** @param {PartName} name */
  async function build(name) {
    const earlier = removeStamp(name);
    const hash = hashInputs(INPUTS[name]);
    const { outputs, inputs } = await builds[name]();
    checkInputs(name, inputs);
    const gone = earlier.filter((file) => !outputs.includes(file));
    await Promise.all(gone.map((file) => rm(path.join(root, file), { force: true })));
    writeStamp(name, hash, outputs);
  }
}

/**
 * A file that is read but not stamped would make a stale output look fresh.
 * @param {PartName} name
 * @param {readonly string[]} read
 */
function checkInputs(name, read) {
  const stamped = new Set(inputFiles(INPUTS[name]));
  const missing = read.filter((file) => !isPackage(file) && !stamped.has(file));
  if (missing.length === 0) return;
  throw new Error(
    `${missing.join(', ')}: read by the part ${name}, but not among its inputs in tools/parts.mjs`,
  );
}
