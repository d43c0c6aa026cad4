/** Measures queries with a key that owns millions of record versions. */
import { at, time } from './measure.mjs';
import { PATH, PEPPER } from './with-service.mjs';

/** @typedef {import('../service.mjs').Measurement} Measurement */
/** @typedef {{ ownerKey: string, owned: number }} Owner */

const OWNER_KEY = `bs_${'owner'.padEnd(32, '0')}`;
const PASSES = 20;

/**
 * Creates a key that is billed per version and owns all records, and further versions as requested.
 * @param {Awaited<ReturnType<typeof import('./record-statements.mjs').buildStore>>} modules
 * @param {import('../../../src/service/store/create-store.js').Store} store
 * @param {(sql: string) => Promise<unknown>} run
 * @param {number} owned
 * @returns {Promise<Owner>}
 */
export async function makeOwner(modules, store, run, owned) {
  const digest = modules.digestOf(OWNER_KEY, PEPPER);
  const keyId = await store.createKey({
    name: 'owner',
    credits: 1_000_000_000,
    digest,
    prefix: '',
    billing: 'per-version',
  });
  const insert = 'insert into entitlement (key_id, dataset, record_id, last_modified, ledger_id, shared)';
  await run(
    `${insert} select ${keyId}, 'business-expansion', id, last_modified, 0, true from business_expansion`,
  );
  await run(`${insert} select ${keyId}, 'business-expansion', 'other-' || g, date '2024-01-01' + g % 500, 0, true
    from generate_series(1, (${owned} - (select count(*) from business_expansion))::int) g`);
  await run('vacuum analyze entitlement');
  return { ownerKey: OWNER_KEY, owned };
}

/**
 * Each query alternates with that of a key that is billed per answer, so that both have the same share of the
 * machine.
 * @param {string} engine
 * @param {import('./with-service.mjs').Client} client
 * @param {Owner} owner
 * @returns {Promise<Measurement[]>}
 */
export async function measureOwner(engine, { send, ask }, { ownerKey, owned }) {
  const millions = `${(owned / 1_000_000).toPrecision(2)} million versions`;
  /** @type {Measurement[]} */
  const measurements = [];
  for (const limit of [100, 1_000]) {
    const question = { endDate: '2025-01-01', limit };
    const times = { owned: /** @type {number[]} */ ([]), perAnswer: /** @type {number[]} */ ([]) };
    for (let pass = 0; pass <= PASSES; pass += 1) {
      const took = await time(() => send('POST', PATH, question, ownerKey));
      const beside = await time(() => ask(question));
      // the first pass warms up
      if (pass === 0) continue;
      times.owned.push(took);
      times.perAnswer.push(beside);
    }
    measurements.push({
      what: `${engine}: p50 of ${limit} records that a key with ${millions} owns, over per-answer`,
      value: at(times.owned, 0.5) / at(times.perAnswer, 0.5),
      unit: 'times',
      atMost: 1.3,
    });
  }
  return measurements;
}
