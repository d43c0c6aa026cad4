/**
 * Measures what one key can do to others: a small query with one key every 60 ms, without load and while
 * another key sends the worst requests that it may, 50 at a time. Refused requests are repeated at once.
 */
import { spawnSync } from 'node:child_process';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, time } from './measure.mjs';
import { PATH, withService } from './with-service.mjs';

/** @typedef {import('../service.mjs').Measurement} Measurement */
/** @typedef {{ method?: string, path: string, body?: object, headers?: Record<string, string>, leavesAfterMs?: number }} Request */

const AT_ONCE = 50;
const PAUSE_MS = 60;
const QUIET_SECONDS = 4;
const HIRINGS = '/api/v1/dataset/major-hiring';
const parts = Array.from({ length: 500 }, (_, index) => `part ${index}`);
const unknown = Array.from({ length: 20 }, (_, index) => `nobody ${index}`);
const companyIds = Array.from({ length: 10_000 }, (_, index) => `co-${index}`);
const rich = ['--credits', '1000000000'];

/** @type {Record<string, { key?: string[], request: (turn: number) => Request }>} */
const ATTACKS = {
  'changes, limit 0, no credits': {
    key: ['--credits', '0'],
    request: () => ({ path: `${PATH}/changes`, body: { limit: 0 } }),
  },
  'changes, limit 0, other questions': {
    request: (turn) => ({
      path: `${PATH}/changes`,
      body: { limit: 0, endDate: new Date(Date.UTC(2030, 0, 1 + turn)).toISOString().slice(0, 10) },
    }),
  },
  'a cursor from the start, no credits': {
    key: ['--credits', '0'],
    request: () => ({ path: PATH, body: {}, headers: { 'x-changes-cursor': 'begin' } }),
  },
  'estimate, 20 unknown names and domains': {
    request: () => ({ path: `${PATH}/estimate`, body: { companyName: unknown, companyDomain: unknown } }),
  },
  'estimate, 500 parts of names': {
    request: () => ({ path: `${PATH}/estimate`, body: { companyName: parts } }),
  },
  'estimate, 500 parts of names, leaving after 300 ms': {
    request: () => ({ path: `${PATH}/estimate`, body: { companyName: parts }, leavesAfterMs: 300 }),
  },
  'free query, limit 10,000': { request: () => ({ path: HIRINGS, body: { limit: 10_000 } }) },
  'free changes, limit 10,000': { request: () => ({ path: `${HIRINGS}/changes`, body: { limit: 10_000 } }) },
  'free query, 10,000 ids of companies': { request: () => ({ path: HIRINGS, body: { companyIds } }) },
  'per version, 100 credits, limit 10,000': {
    key: ['--credits', '100', '--billing', 'per-version'],
    request: () => ({ path: PATH, body: { limit: 10_000 } }),
  },
  'paid, limit 10,000': { request: () => ({ path: PATH, body: { limit: 10_000 } }) },
  'paid with a key, limit 10,000': {
    request: (turn) => ({
      path: PATH,
      body: { limit: 10_000 },
      headers: { 'idempotency-key': `attack-${turn}` },
    }),
  },
  'search for companies': {
    request: (turn) => ({ method: 'GET', path: `/api/v1/companies?query=${'abcdefgh'[turn % 8]}` }),
  },
};

/**
 * @param {string} engine
 * @param {Record<string, string>} environment
 * @param {number} seconds the time of each attack
 * @param {string} part a part of the names of the attacks to run
 * @returns {Promise<Measurement[]>}
 */
export async function measureStarvation(engine, environment, seconds, part) {
  /** @type {Measurement[]} */
  const measurements = [];
  for (const [name, { key: rules = rich, request }] of Object.entries(ATTACKS)) {
    if (!name.includes(part)) continue;
    await withService({ ...environment, RATE_LIMIT: '1200' }, async ({ send, env, program, url }) => {
      const made = spawnSync(process.execPath, [program, 'keys', 'create', '--name', 'attacker', ...rules], {
        env,
        encoding: 'utf8',
      });
      const ask = () => send('POST', PATH, { expansionType: 'Data Centre', limit: 5 });
      await askFor(1, ask);
      const quiet = await askFor(QUIET_SECONDS, ask);
      const stop = attack(url, made.stdout.trim(), request);
      // wait until the attack has its full load
      await sleep(500);
      const under = await askFor(seconds, ask);
      const counts = stop();
      const [before, after] = [at(quiet, 0.5), at(under, 0.5)];
      const times = [0.5, 0.95, 1].map((share) => at(under, share).toFixed(0)).join(', ');
      console.log(
        `${engine}, ${name}: quiet ${before.toFixed(1)} ms; under attack ${under.length} answers, p50, p95, most ${times} ms; the attack got ${JSON.stringify(counts)}`,
      );
      const what = `${engine}: small question beside ${name}`;
      measurements.push({ what, value: after / before, unit: 'times', atMost: 3 });
    });
  }
  return measurements;
}

/** @param {number} seconds @param {() => Promise<unknown>} ask */
async function askFor(seconds, ask) {
  const until = performance.now() + seconds * 1_000;
  /** @type {number[]} */
  const times = [];
  while (performance.now() < until) {
    times.push(await time(ask));
    await sleep(PAUSE_MS);
  }
  return times;
}

/**
 * Starts an attack. Returns a function that stops it and counts its answers by status.
 * @param {string} url @param {string} key @param {(turn: number) => Request} requestOf
 */
function attack(url, key, requestOf) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  /** @type {Record<string, number>} */
  const counts = {};
  let isOver = false;
  let turn = 0;
  const once = () =>
    new Promise((resolve) => {
      turn += 1;
      const { method = 'POST', path, body, headers, leavesAfterMs } = requestOf(turn);
      const type = body ? { 'content-type': 'application/json' } : {};
      const request = http.request(
        url + path,
        { method, agent, headers: { 'x-api-key': key, ...type, ...headers } },
        (response) => {
          counts[String(response.statusCode)] = (counts[String(response.statusCode)] ?? 0) + 1;
          response.resume();
          response.on('close', resolve);
        },
      );
      const timer = leavesAfterMs && setTimeout(() => request.destroy(), leavesAfterMs);
      request.on('close', () => clearTimeout(timer));
      request.on('error', () => {
        counts['left'] = (counts['left'] ?? 0) + 1;
        resolve(undefined);
      });
      request.end(body && JSON.stringify(body));
    });
  for (let index = 0; index < AT_ONCE; index += 1) {
    void (async () => {
      while (!isOver) await once();
    })();
  }
  return () => {
    isOver = true;
    agent.destroy();
    return counts;
  };
}
