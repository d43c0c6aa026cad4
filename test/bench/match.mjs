/**
 * Measures how long the service takes to match 500 messy names against 50,000 companies, on both engines, and the
 * same list spelled as the companies are. The names are made of syllables: as real ones, most of them have few
 * neighbours. Three of ten differ in case, two have a typing error, and the others a place, a legal form, an
 * abbreviation, a web address, or no company at all.
 *   npm run bench -- match [lists, default 40]
 * PostgreSQL: TEST_DATABASE_URL is a server on which the bench may create and drop a database.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { at, time } from './service/measure.mjs';
import { withDatabase } from './service/with-database.mjs';
import { withService } from './service/with-service.mjs';

/** @typedef {import('./main.mjs').Measurement} Measurement */
/** @typedef {{ name: string, domain: string, place: string }} Company */

const COMPANIES = 50_000;
const TEXTS = 500;
const UNMEASURED = 5;
const FRONTS = 'b br c ch d dr f fl g gr h j k kl l m n p pr qu r s st t tr v w z'.split(' ');
const VOWELS = 'a e i o u ai ea ou'.split(' ');
const ENDS = ['', ...'n r l s x t m ck nd st'.split(' ')];
const TRADES =
  'Financial Services|Industries|Technologies|Foods|Energy|Pharma|Logistics|Systems|Capital|Motors|Media|Steel||'.split(
    '|',
  );
const FORMS = 'Inc.|GmbH|Ltd|AG|S.A.|LLC|Corp.|BV|PLC||'.split('|');

export const quick = false;

/**
 * @param {string[]} args
 * @returns {Promise<Measurement[]>}
 */
export async function run([lists = '40']) {
  const pick = createPick(7);
  const companies = Array.from({ length: COMPANIES }, (_, index) => makeCompany(pick, index));
  const choose = () => pick(companies);
  const messy = Array.from({ length: Number(lists) }, () =>
    Array.from({ length: TEXTS }, () => messyNameOf(pick, choose())),
  );
  const exact = messy.map((list) => list.map(() => choose().name));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
  try {
    const file = path.join(folder, 'companies.csv');
    const rows = companies.map(
      ({ name, domain, place }, index) => `c-${index},"${name}",${domain},"${place}"`,
    );
    await writeFile(file, ['id,name,domain,location', ...rows].join('\n'));
    const embedded = await measure('embedded', { DATA_DIR: path.join(folder, 'data') }, file, messy, exact);
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (!serverUrl) {
      console.log('PostgreSQL is left out: TEST_DATABASE_URL is not set');
      return embedded;
    }
    const onServer = await withDatabase(serverUrl, (url) =>
      measure('server', { DATABASE_URL: url }, file, messy, exact),
    );
    return [...embedded, ...onServer];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {string} engine
 * @param {Record<string, string>} environment
 * @param {string} file
 * @param {string[][]} messy
 * @param {string[][]} exact
 * @returns {Promise<Measurement[]>}
 */
async function measure(engine, environment, file, messy, exact) {
  return withService(environment, async ({ send, program, env }) => {
    const imported = spawnSync(process.execPath, [program, 'import', 'companies', file], {
      env,
      encoding: 'utf8',
    });
    if (imported.status !== 0) throw new Error(imported.stderr);
    const match = (/** @type {string[]} */ companies) => () =>
      send('POST', '/api/v1/companies/match', { companies });
    /** @type {{ messy: number[], exact: number[] }} */
    const times = { messy: [], exact: [] };
    for (const [index, list] of messy.entries()) {
      times.messy.push(await time(match(list)));
      times.exact.push(await time(match(exact[index] ?? [])));
    }
    const share = (/** @type {number[]} */ list, /** @type {number} */ part) =>
      at(list.slice(UNMEASURED), part);
    const p50 = share(times.messy, 0.5);
    return [
      { what: `${engine}: p50`, value: p50, unit: 'ms' },
      { what: `${engine}: p95`, value: share(times.messy, 0.95), unit: 'ms', atMost: 150 },
      { what: `${engine}: p50 / that of exact names`, value: p50 / share(times.exact, 0.5), unit: 'ratio' },
    ];
  });
}

/** @typedef {<T>(list: readonly T[]) => T} Pick */

/**
 * Picks the same elements in each run.
 * @param {number} seed
 * @returns {Pick}
 */
function createPick(seed) {
  let state = seed;
  return (list) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    // the lower bits repeat soon
    const element = list[(state >>> 8) % list.length];
    if (element === undefined) throw new Error('the list is empty');
    return element;
  };
}

/**
 * @param {Pick} pick
 * @param {number} index
 * @returns {Company}
 */
function makeCompany(pick, index) {
  const name = `${makeWord(pick)} ${pick(['', '', `${makeWord(pick)} `])}${pick(TRADES)}`.trim();
  const label = name.toLowerCase().replace(/[^a-z]/g, '');
  return {
    name: `${name} ${pick(FORMS)}`.trim(),
    domain: `${label}${index}.com`,
    place: `Town ${index % 500}, Germany`,
  };
}

/** @param {Pick} pick */
function makeWord(pick) {
  const syllables = Array.from({ length: pick([2, 3]) }, () => pick(FRONTS) + pick(VOWELS) + pick(ENDS));
  const word = syllables.join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * @param {Pick} pick
 * @param {Company} company
 */
function messyNameOf(pick, { name, domain, place }) {
  const shapes = [
    ...Array.from({ length: 3 }, () => () => name.toUpperCase()),
    ...Array.from({ length: 2 }, () => () => withTypingError(pick, name)),
    () => `${name} (${place})`,
    () => `${name}, ${pick(FORMS)}`,
    () => name.replace('Technologies', 'Tech').replace('Industries', 'Inds.').replace('Financial', 'Fin.'),
    () => `https://www.${domain}/jobs`,
    () => `${makeWord(pick)} ${makeWord(pick)}`,
  ];
  return pick(shapes)();
}

/**
 * Swaps two letters.
 * @param {Pick} pick
 * @param {string} name
 */
function withTypingError(pick, name) {
  const index = pick([2, 3, 4]);
  return `${name.slice(0, index)}${name.charAt(index + 1)}${name.charAt(index)}${name.slice(index + 2)}`;
}
