/**
 * Measures other endpoints: free ones, changes, and queries with a key that owns millions of record versions.
 * Each alternates with the query that it is compared with, so that both have the same share of the machine.
 */
import { at, time } from './measure.mjs';
import { PATH, PEPPER } from './with-service.mjs';

/** @typedef {import('../service.mjs').Measurement} Measurement */
/** @typedef {{ ownerKey: string, owned: number }} Owner */

const OWNER_KEY = `bs_${'owner'.padEnd(32, '0')}`;
const PASSES = 60;
const COMPARED_PASSES = 20;
/** A period with some 10,000 records at scale 1. */
const PERIOD = { startDate: '2023-01-01', endDate: '2023-01-20' };

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
 * @param {string} engine
 * @param {import('./with-service.mjs').Client} client
 * @param {Owner} owner
 * @returns {Promise<Measurement[]>}
 */
export async function measureEndpoints(engine, { send, ask }, { ownerKey, owned }) {
  const changes = (/** @type {object} */ body) => send('POST', `${PATH}/changes`, { ...PERIOD, ...body });
  const cursorAfter = async (/** @type {number} */ limit) =>
    JSON.parse((await changes({ limit })).toString()).cursor;
  const [end, middle] = [await cursorAfter(0), await cursorAfter(100)];
  const all = { ...PERIOD, limit: 10_000 };
  /** @type {Measurement[]} */
  const measurements = [];
  /** @param {string} what @param {string} path */
  const free = async (what, path) => {
    const [times = []] = await inTurns(PASSES, () => send('GET', path));
    measurements.push({ what: `${engine}: p95 of ${what}`, value: at(times, 0.95), unit: 'ms', atMost: 10 });
  };
  /** @param {string} what @param {number} atMost @param {{ work: () => Promise<unknown>, beside: () => Promise<unknown> }} works */
  const compare = async (what, atMost, works) => {
    const [times = [], others = []] = await inTurns(COMPARED_PASSES, works.work, works.beside);
    const value = at(times, 0.5) / at(others, 0.5);
    measurements.push({ what: `${engine}: p50 of ${what}`, value, unit: 'times', atMost });
  };
  await free('tracked companies', '/api/v1/tracked-companies');
  await free('the account', '/api/v1/account');
  await compare('changes, without a change, over the question', 1, {
    work: () => changes({ cursor: end }),
    beside: () => ask(all),
  });
  await compare('changes, 100 records, over the question', 1, {
    work: () => changes({ cursor: middle, limit: 100 }),
    beside: () => ask(all),
  });
  const millions = `${(owned / 1_000_000).toPrecision(2)} million versions`;
  for (const limit of [100, 1_000]) {
    const question = { endDate: '2025-01-01', limit };
    await compare(`${limit} records that a key with ${millions} owns, over per-answer`, 1.3, {
      work: () => send('POST', PATH, question, ownerKey),
      beside: () => ask(question),
    });
  }
  return measurements;
}

/**
 * Runs the works alternately and returns the times of each.
 * @param {number} passes
 * @param {...() => Promise<unknown>} works
 * @returns {Promise<number[][]>}
 */
async function inTurns(passes, ...works) {
  const times = works.map(() => /** @type {number[]} */ ([]));
  for (let pass = 0; pass <= passes; pass += 1) {
    for (const [index, work] of works.entries()) {
      const took = await time(work);
      // the first pass warms up
      if (pass > 0) times[index]?.push(took);
    }
  }
  return times;
}
