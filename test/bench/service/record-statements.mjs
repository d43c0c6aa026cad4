/** Records the statements that the store itself sends for a query. */
import path from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { QUERIES } from './queries.mjs';

/** @typedef {{ text: string, values: unknown[] }} Statement */
/** @typedef {{ name: string, body: object, statements: Statement[] }} Question */

/** Builds the store as a module for this process. */
export async function buildStore() {
  const contents = `export { createStore } from './src/service/store/create-store.ts';
    export { openDatabase } from './src/service/database/database.ts';
    export { digestOf } from './src/service/keys/api-key.ts';
    export { parseQuery } from './src/contract/query.ts';
    export { DATASETS } from './src/contract/datasets.ts';`;
  const outfile = path.resolve('out/test/bench-store.mjs');
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
  });
  return import(outfile);
}

/**
 * @param {Awaited<ReturnType<typeof buildStore>>} modules
 * @param {import('../../../src/service/store/create-store.js').Store} store
 * @param {number} sets
 */
export async function recordStatements(modules, store, sets) {
  const dataset = 'business-expansion';
  const { filters, dates } = modules.DATASETS[dataset];
  const digest = 'driver';
  await store.createKey({ name: 'driver', credits: 1_000_000_000, digest, prefix: '' });
  const questions = [];
  // intercept the driver's own method for a while
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
        const { count, json } = await store.queryRecords({
          dataset,
          query: modules.parseQuery(filters, dates, body),
          limit: Number(body['limit']),
        });
        if (account && count > 0) {
          const name = `driver ${query.name} ${set}`;
          const answer = { name, fingerprint: name, json, seconds: 600, maxStoredBytes: 2 ** 40 };
          await store.charge({ keyId: account.keyId, amount: count, dataset, answer });
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
 * Returns the statement of a driver's call, for the plain driver without its name.
 * @param {unknown[]} call
 * @returns {Statement}
 */
function statementOf([first, second]) {
  if (typeof first !== 'string') return /** @type {Statement} */ (first);
  return { text: first, values: Array.isArray(second) ? second : [] };
}
