/**
 * The service over HTTP beside the same SQL straight on the driver, on both engines and at two sizes. The same SQL is
 * all that the service sends for a request: the look-up of the key, the statements of the question, the charge.
 *   npm run bench -- service [--scale 1] [--small 0.1] [--sets 40] [--engines postgresql,pglite]
 * PostgreSQL: TEST_DATABASE_URL names a server on which a database may be made and dropped.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { buildModules } from './service/build-modules.mjs';
import { fill } from './service/data.mjs';
import { QUERIES } from './service/queries.mjs';
import { withService } from './service/with-service.mjs';

/** @typedef {{ text: string, values: unknown[] }} Statement */
/** @typedef {(statements: Statement[]) => Promise<unknown>} Bare */
/** @typedef {{ name: string, scale: number, bare: Map<string, number[]>, http: Map<string, number[]>, pings: number[] }} Result */

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
      engines: { type: 'string', default: 'postgresql,pglite' },
    },
  });
  const sets = Number(values.sets);
  const scales = [Number(values.small), Number(values.scale)];
  const modules = await buildStore();
  /** @type {Measurement[]} */
  const measurements = [];
  for (const engine of values.engines.split(',')) {
    /** @type {Result[]} */
    const results = [];
    for (const scale of scales) {
      if (engine === 'pglite') results.push(await onPglite(modules, scale, sets));
      else if (process.env['TEST_DATABASE_URL']) {
        results.push(await onPostgres(modules, process.env['TEST_DATABASE_URL'], scale, sets));
      } else console.log('PostgreSQL is left out: TEST_DATABASE_URL is not set');
    }
    const [small, full] = results;
    if (small && full) {
      print(small, full);
      measurements.push(...measurementsOf(small, full));
    }
  }
  return measurements;
}

/**
 * @param {Result} small @param {Result} full
 * @returns {Measurement[]}
 */
function measurementsOf(small, full) {
  return QUERIES.flatMap(({ name, selective, records }) => {
    const [bare, served] = [full.bare.get(name) ?? [], full.http.get(name) ?? []];
    const growth = at(served, 0.5) / at(small.http.get(name) ?? [], 0.5);
    const ratios = [50, 95].map((percent) => ({
      what: `${full.name}, ${name}: p${percent} over the driver's`,
      value: at(served, percent / 100) / at(bare, percent / 100),
      unit: 'times',
      // without a record there is hardly anything but HTTP
      ...(records > 0 && records <= 1_000 && { atMost: 1.3 }),
    }));
    return [
      ...ratios,
      ...(selective
        ? [{ what: `${full.name}, ${name}: over the smaller table`, value: growth, unit: 'times', atMost: 2 }]
        : []),
    ];
  });
}

/** The store itself, to learn which statements a question becomes. */
const buildStore = () =>
  buildModules(
    'bench-store',
    `export { createStore } from './src/service/store/create-store.ts';
      export { openDatabase } from './src/service/store/database.ts';
      export { parseQuery } from './src/contract/query.ts';
      export { DATASETS } from './src/contract/datasets.ts';`,
  );

/** @param {Awaited<ReturnType<typeof buildStore>>} modules @param {string} serverUrl @param {number} scale @param {number} sets */
async function onPostgres(modules, serverUrl, scale, sets) {
  const name = `signals_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  try {
    const store = modules.createStore({ db: modules.openDatabase({ connectionString: url.href, max: 1 }) });
    await store.migrate();
    await client.connect();
    await timed(`PostgreSQL, scale ${scale}: data`, () => fill((text) => client.query(text), scale));
    const questions = await recordStatements(modules, store, sets);
    await store.close();
    /** @type {Bare} */
    const bare = async (statements) => {
      for (const { text, values } of statements) await client.query(text, values);
    };
    const environment = { DATABASE_URL: url.href };
    return await withService(environment, (client) => measure('PostgreSQL', scale, questions, bare, client));
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/**
 * The engine serves one process, so the driver gets a copy of the directory: both are measured in turns.
 * @param {Awaited<ReturnType<typeof buildStore>>} modules @param {number} scale @param {number} sets
 */
async function onPglite(modules, scale, sets) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
  const directory = path.join(folder, 'pglite');
  const extensions = { pg_trgm };
  try {
    const engine = await PGlite.create(directory, { extensions });
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
    const store = modules.createStore({ db: modules.openDatabase({ ...createPgConfig(engine), max: 1 }) });
    await store.migrate();
    await timed(`PGlite, scale ${scale}: data`, () => fill((text) => engine.exec(text), scale));
    const questions = await recordStatements(modules, store, sets);
    await store.close();
    await engine.close();
    await cp(directory, path.join(folder, 'copy'), { recursive: true });
    const copy = await PGlite.create(path.join(folder, 'copy'), { extensions });
    /** @type {Bare} */
    const bare = async (statements) => {
      for (const { text, values } of statements) await copy.query(text, values);
    };
    try {
      return await withService({ DATA_DIR: folder }, (client) =>
        measure('PGlite', scale, questions, bare, client),
      );
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Awaited<ReturnType<typeof buildStore>>} modules
 * @param {import('../../src/service/store/create-store.js').Store} store
 * @param {number} sets
 */
async function recordStatements(modules, store, sets) {
  const dataset = 'business-expansion';
  const { filters, dates } = modules.DATASETS[dataset];
  const digest = 'driver';
  await store.createKey({ name: 'driver', credits: 1_000_000_000, digest, prefix: '' });
  const questions = [];
  // the driver's own method, watched for a while
  const driver = /** @type {{ query: (this: unknown, ...args: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (pg.Client.prototype)
  );
  const { query: original } = driver;
  /** @type {Statement[]} */
  let seen = [];
  driver.query = function (...args) {
    seen.push(statementOf(args));
    return original.apply(this, args);
  };
  try {
    for (const query of QUERIES) {
      for (let set = 0; set < sets; set += 1) {
        const body = query.body(set);
        seen = [];
        const account = await store.findAccount(digest);
        const parsed = modules.parseQuery(filters, dates, body);
        const { count } = await store.queryRecords({
          dataset,
          query: parsed.value,
          limit: Number(body['limit']),
        });
        if (account && count > 0) {
          await store.charge({ keyId: account.keyId, amount: count, reason: dataset });
        }
        questions.push({ name: query.name, body, statements: seen });
      }
    }
  } finally {
    driver.query = original;
  }
  return questions;
}

/**
 * What a call of the driver sends; the bare driver sends it without a name.
 * @param {unknown[]} call
 * @returns {Statement}
 */
function statementOf([first, second]) {
  if (typeof first !== 'string') return /** @type {Statement} */ (first);
  return { text: first, values: Array.isArray(second) ? second : [] };
}

/**
 * One question at a time; driver and service take turns, and in turns go first. Of several passes each question counts
 * with its median: what is left is how questions differ, not how busy the machine was.
 * @param {string} name @param {number} scale
 * @param {{ name: string, body: object, statements: Statement[] }[]} questions
 * @param {Bare} bare
 * @param {import('./service/with-service.mjs').Client} client
 * @returns {Promise<Result>}
 */
async function measure(name, scale, questions, bare, { ask, ping }) {
  /** @type {Result} */
  const result = { name, scale, bare: new Map(), http: new Map(), pings: [] };
  const works = questions.map(({ statements, body }) => ({
    bare: () => bare(statements),
    http: () => ask(body),
  }));
  const times = questions.map(() => ({
    bare: /** @type {number[]} */ ([]),
    http: /** @type {number[]} */ ([]),
  }));
  for (let pass = 0; pass <= PASSES; pass += 1) {
    for (const [index, work] of works.entries()) {
      for (const side of SIDES[pass % 2] ?? []) {
        const took = await time(work[side]);
        // the first pass warms up
        if (pass > 0) times[index]?.[side].push(took);
      }
      result.pings.push(await time(ping));
    }
  }
  for (const [index, question] of questions.entries()) {
    for (const side of SIDES[0] ?? []) {
      const medians = result[side].get(question.name) ?? [];
      result[side].set(question.name, [...medians, at(times[index]?.[side] ?? [], 0.5)]);
    }
  }
  return result;
}

const PASSES = 5;
/** @type {('bare' | 'http')[][]} */
const SIDES = [
  ['bare', 'http'],
  ['http', 'bare'],
];

/** @param {() => Promise<unknown>} work */
async function time(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @param {Result} small @param {Result} full */
function print(small, full) {
  const factor = Math.round(full.scale / small.scale);
  console.log(
    `\n${full.name}, scale ${full.scale} (1 = 1,000,000 expansions); ms, p50/p95; growth = p50 over p50 at 1/${factor}`,
  );
  console.log(
    `${'question'.padEnd(32)}${'driver'.padStart(14)}${'service'.padStart(14)}${'ratio'.padStart(12)}${'growth'.padStart(8)}`,
  );
  for (const { name, selective } of QUERIES) {
    const [bare, served, before] = [
      full.bare.get(name) ?? [],
      full.http.get(name) ?? [],
      small.http.get(name) ?? [],
    ];
    const growth = (at(served, 0.5) / at(before, 0.5)).toFixed(2) + (selective ? ' *' : '  ');
    const ratios = [0.5, 0.95].map((share) => (at(served, share) / at(bare, share)).toFixed(2)).join('/');
    const row = [
      `${at(bare, 0.5).toFixed(1)}/${at(bare, 0.95).toFixed(0)}`,
      `${at(served, 0.5).toFixed(1)}/${at(served, 0.95).toFixed(0)}`,
    ];
    console.log(
      `${name.padEnd(32)}${row.map((text) => text.padStart(14)).join('')}${ratios.padStart(12)}${growth.padStart(10)}`,
    );
  }
  console.log(
    `* selective: found through an index; an empty request over HTTP takes ${at(full.pings, 0.5).toFixed(2)} ms`,
  );
}

/** @param {number[]} times @param {number} share */
function at(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** @param {string} what @param {() => Promise<unknown>} work */
async function timed(what, work) {
  const started = performance.now();
  await work();
  console.log(`${what} ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}
