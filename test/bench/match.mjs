/**
 * How long the service takes to match messy names with 50,000 companies, on both engines, beside a search for one of them.
 *   npm run bench -- match [TEXTS]      500 texts in a request, unless told otherwise
 * PostgreSQL: TEST_DATABASE_URL names a server on which a database may be made and dropped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { at, time } from './service/measure.mjs';
import { withService } from './service/with-service.mjs';

const COMPANY_COUNT = 50_000;
const PASSES = 30;
const SYLLABLES =
  'al ber cor dan el fin gar hol is jun kel lor mar nor or pel quin ros sol tan ul ver win yor zen'.split(
    ' ',
  );
const WORDS =
  'Foods Motors Energy Logistics Systems Pharma Steel Media Capital Labs Robotics Water Textiles'.split(' ');
const FORMS = ['Inc.', 'GmbH', 'Ltd', 'S.A.', 'AG', 'LLC'];
const PROGRAM = process.env['BENCH_SERVICE'] ?? 'out/service/main.mjs';

/** @param {string[]} args @returns {Promise<{ what: string, value: number, unit: string, atMost?: number }[]>} */
export async function run([count = '500']) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-match-'));
  const file = path.join(folder, 'companies.ndjson');
  const names = Array.from({ length: COMPANY_COUNT }, (_, index) => nameOf(index));
  const lines = names.map((name, index) =>
    JSON.stringify({
      id: `co-${index}`,
      name,
      domain: `${name.toLowerCase().replace(/\W+/g, '-')}-${index}.example`,
    }),
  );
  await writeFile(file, lines.join('\n'));
  const measurements = [];
  try {
    measurements.push(
      ...(await measure('PGlite', { DATA_DIR: path.join(folder, 'data') }, file, names, Number(count))),
    );
    const server = process.env['TEST_DATABASE_URL'];
    if (server !== undefined)
      measurements.push(
        ...(await withDatabase(server, (url) =>
          measure('PostgreSQL', { DATABASE_URL: url }, file, names, Number(count)),
        )),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return measurements;
}

/** Different for each index. @param {number} index */
function nameOf(index) {
  const syllable = (/** @type {number} */ part) => SYLLABLES[part % SYLLABLES.length] ?? '';
  const stem = syllable(index) + syllable(Math.floor(index / 25)) + syllable(Math.floor(index / 625) + index);
  const word = WORDS[Math.floor(index / 15_625) + (index % 9)] ?? '';
  return `${(stem[0] ?? '').toUpperCase()}${stem.slice(1)} ${word} ${FORMS[index % FORMS.length]}`;
}

/**
 * @param {string} engine @param {Record<string, string>} environment @param {string} file
 * @param {string[]} names @param {number} count
 */
async function measure(engine, environment, file, names, count) {
  const env = { ...process.env, SEED: 'off', ...environment };
  const imported = spawnSync(process.execPath, [PROGRAM, 'import', 'companies', file], {
    env,
    encoding: 'utf8',
  });
  if (imported.status !== 0) throw new Error(imported.stderr);
  return withService(environment, async ({ send, search }) => {
    /** @type {number[]} */
    const matches = [];
    /** @type {number[]} */
    const searches = [];
    for (let pass = 0; pass <= PASSES; pass += 1) {
      const companies = Array.from({ length: count }, (_, index) =>
        messy(names[(index * 97 + pass * 31) % names.length] ?? '', index),
      );
      const match = await time(() => send('POST', '/api/v1/companies/match', { companies }));
      const one = await time(() => search(names[pass * 53] ?? ''));
      // the first pass warms up
      if (pass > 0) matches.push(match);
      if (pass > 0) searches.push(one);
    }
    return [
      { what: `${engine}: p95 of ${count} texts`, value: at(matches, 0.95), unit: 'ms', atMost: 150 },
      {
        what: `${engine}: p50 of ${count} texts, over a search`,
        value: at(matches, 0.5) / at(searches, 0.5),
        unit: 'times',
      },
    ];
  });
}

/** Three of ten have a typing error, and one is no company. @param {string} name @param {number} index */
function messy(name, index) {
  const plain = name.replace(/ \S+$/, '');
  if (index % 10 < 3) return `${plain.slice(0, 4)}${plain.slice(5)} Inc`;
  return index % 10 === 3 ? `Nowhere ${index}` : plain.toUpperCase();
}

/** @template T @param {string} server @param {(url: string) => Promise<T>} use */
async function withDatabase(server, use) {
  const name = `match_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}
