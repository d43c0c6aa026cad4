/**
 * Compares the service over HTTP with the same SQL on the plain driver, on both engines and at two sizes. The
 * SQL is that of an answer by the specification: the look-up of the key, the statements of the query, the
 * charge and its settlement before the records are sent. For a known key, the service sends all of it but the
 * look-up. The bench measures a key that owns many versions beside one that is billed per answer, and ends with
 * what one key can do to others, with 25,000 expansions.
 *   npm run bench -- service [--scale 1] [--small 0.1] [--sets 40] [--owned 10] [--engines postgresql,pglite]
 *     [--attacked 12] [--attack PART] [--only starvation]
 * `attacked` is the time of each attack in seconds; `attack` selects attacks whose names contain the text.
 * `owned` is how many million versions a key has paid for at scale 1; a tenth of them on PGlite, which writes slowly.
 * PostgreSQL: TEST_DATABASE_URL is a server on which the bench may create and drop a database.
 */
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { fill } from './service/data.mjs';
import { at, measure, time } from './service/measure.mjs';
import { makeOwner, measureOwner } from './service/owner.mjs';
import { QUERIES } from './service/queries.mjs';
import { buildStore, recordStatements } from './service/record-statements.mjs';
import { measureStarvation } from './service/starvation.mjs';
import { withDatabase } from './service/with-database.mjs';
import { withService } from './service/with-service.mjs';

/** @typedef {import('./service/measure.mjs').Result & { owner: Measurement[] }} Result */
/** @typedef {{ what: string, value: number, unit: string, atMost?: number }} Measurement */

/**
 * @param {string[]} args
 * @returns {Promise<Measurement[]>}
 */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string', default: '1' },
      small: { type: 'string', default: '0.1' },
      sets: { type: 'string', default: '40' },
      owned: { type: 'string', default: '10' },
      engines: { type: 'string', default: 'postgresql,pglite' },
      attacked: { type: 'string', default: '12' },
      attack: { type: 'string', default: '' },
      only: { type: 'string' },
    },
  });
  const sets = Number(values.sets);
  const owned = Number(values.owned) * 1_000_000;
  const scales = [Number(values.small), Number(values.scale)];
  const modules = await buildStore();
  const engines = values.engines.split(',');
  const starvation = () =>
    starve(modules, engines, { seconds: Number(values.attacked), part: values.attack });
  if (values.only === 'starvation') return starvation();
  /** @type {Measurement[]} */
  const measurements = [];
  for (const engine of engines) {
    /** @type {Result[]} */
    const results = [];
    for (const scale of scales) {
      if (engine === 'pglite') results.push(await onPglite(modules, scale, sets, (owned / 10) * scale));
      else if (process.env['TEST_DATABASE_URL']) {
        results.push(await onPostgres(modules, process.env['TEST_DATABASE_URL'], scale, sets, owned * scale));
      } else console.log('PostgreSQL is left out: TEST_DATABASE_URL is not set');
    }
    const [small, full] = results;
    if (small && full) measurements.push(...measurementsOf(small, full));
  }
  return [...measurements, ...(await starvation())];
}

/** The size of the sample data of a first start. */
const ATTACKED_SCALE = 0.025;

/**
 * @param {Awaited<ReturnType<typeof buildStore>>} modules @param {string[]} engines
 * @param {{ seconds: number, part: string }} attacks
 * @returns {Promise<Measurement[]>}
 */
async function starve(modules, engines, { seconds, part }) {
  /** @type {Measurement[]} */
  const measurements = [];
  for (const engine of engines) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (engine === 'pglite') {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
      const database = await PGlite.create(path.join(folder, 'pglite'), { extensions: { pg_trgm } });
      const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
      const store = modules.createStore(modules.openDatabase({ ...createPgConfig(database), max: 1 }));
      await store.migrate();
      await fill((text) => database.exec(text), ATTACKED_SCALE);
      await store.close();
      await database.close();
      measurements.push(...(await measureStarvation('PGlite', { DATA_DIR: folder }, seconds, part)));
      await rm(folder, { recursive: true });
    } else if (serverUrl) {
      await withDatabase(serverUrl, async (url, client) => {
        const store = modules.createStore(modules.openDatabase({ connectionString: url, max: 1 }));
        await store.migrate();
        await fill((text) => client.query(text), ATTACKED_SCALE);
        await store.close();
        measurements.push(...(await measureStarvation('PostgreSQL', { DATABASE_URL: url }, seconds, part)));
      });
    }
  }
  return measurements;
}

/**
 * @param {Result} small @param {Result} full
 * @returns {Measurement[]}
 */
function measurementsOf(small, full) {
  const questions = QUERIES.flatMap(({ name, selective, records }) => {
    const [bare, served] = [full.bare.get(name) ?? [], full.http.get(name) ?? []];
    const growth = at(served, 0.5) / at(small.http.get(name) ?? [], 0.5);
    const ratios = [50, 95].map((percent) => ({
      what: `${full.name}, ${name}: p${percent} over the driver's`,
      value: at(served, percent / 100) / at(bare, percent / 100),
      unit: 'times',
      // without records, HTTP takes nearly all of the time
      ...(records > 0 && records <= 1_000 && { atMost: percent === 50 ? 1.2 : 1.3 }),
    }));
    return [
      { what: `${full.name}, ${name}: p50`, value: at(served, 0.5), unit: 'ms' },
      ...ratios,
      {
        what: `${full.name}, ${name}: growth, p50 over that of the smaller table`,
        value: growth,
        unit: 'times',
        // found through an index
        ...(selective && { atMost: 2 }),
      },
    ];
  });
  return [...questions, ...full.owner];
}

/** @param {Awaited<ReturnType<typeof buildStore>>} modules @param {string} serverUrl @param {number} scale @param {number} sets @param {number} owned */
async function onPostgres(modules, serverUrl, scale, sets, owned) {
  return withDatabase(serverUrl, async (url, client) => {
    const store = modules.createStore(modules.openDatabase({ connectionString: url, max: 1 }));
    await store.migrate();
    await timed(`PostgreSQL, scale ${scale}: data`, () => fill((text) => client.query(text), scale));
    const owner = await makeOwner(modules, store, (text) => client.query(text), owned);
    const questions = await recordStatements(modules, store, sets);
    await store.close();
    /** @type {import('./service/measure.mjs').Bare} */
    const bare = (statements) =>
      time(async () => {
        for (const { text, values } of statements) await client.query(text, values);
      });
    return withService({ DATABASE_URL: url }, async (service) => ({
      ...(await measure('PostgreSQL', questions, bare, service)),
      owner: await measureOwner('PostgreSQL', service, owner),
    }));
  });
}

/**
 * The embedded engine serves one process, so the driver gets a copy of the directory. Both runs alternate.
 * @param {Awaited<ReturnType<typeof buildStore>>} modules @param {number} scale @param {number} sets @param {number} owned
 */
async function onPglite(modules, scale, sets, owned) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
  const directory = path.join(folder, 'pglite');
  try {
    const engine = await PGlite.create(directory, { extensions: { pg_trgm } });
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
    const store = modules.createStore(modules.openDatabase({ ...createPgConfig(engine), max: 1 }));
    await store.migrate();
    await timed(`PGlite, scale ${scale}: data`, () => fill((text) => engine.exec(text), scale));
    const owner = await makeOwner(modules, store, (text) => engine.exec(text), owned);
    const questions = await recordStatements(modules, store, sets);
    await store.close();
    await engine.close();
    await cp(directory, path.join(folder, 'copy'), { recursive: true });
    const copy = new Worker(new URL('./service/bare-engine.mjs', import.meta.url), {
      workerData: { directory: path.join(folder, 'copy') },
    });
    await once(copy, 'message');
    /** @type {import('./service/measure.mjs').Bare} */
    const bare = async (statements) => {
      copy.postMessage(statements);
      const [ms] = await once(copy, 'message');
      return ms;
    };
    try {
      return await withService({ DATA_DIR: folder }, async (service) => ({
        ...(await measure('PGlite', questions, bare, service)),
        owner: await measureOwner('PGlite', service, owner),
      }));
    } finally {
      await copy.terminate();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} what @param {() => Promise<unknown>} work */
async function timed(what, work) {
  const started = performance.now();
  await work();
  console.log(`${what} ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
