/**
 * Records per second from a file into PostgreSQL, through the whole of the import: reading, checking, comparing, writing.
 *   npm run bench -- service-import [--lines 200000]
 * TEST_DATABASE_URL names a server on which a database may be made and dropped.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildModules } from './service/build-modules.mjs';

/**
 * @param {string[]} args
 * @returns {Promise<{ what: string, value: number, unit: string, atLeast?: number }[]>}
 */
export async function run(args) {
  const { values } = parseArgs({ args, options: { lines: { type: 'string', default: '200000' } } });
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) {
    console.log('PostgreSQL is left out: TEST_DATABASE_URL is not set');
    return [];
  }
  const { createStore, openDatabase, importFile } = await buildImport();
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const name = `signals_import_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-bench-'));
  const store = createStore(openDatabase({ connectionString: url.href, max: 4 }));
  const measurements = [];
  try {
    await store.migrate();
    const file = path.join(folder, 'records.ndjson');
    const count = Number(values.lines);
    await writeFile(file, Array.from({ length: count }, (_, index) => line(index)).join('\n'));
    /** @param {string} path */
    const seconds = async (path) => {
      const started = performance.now();
      await importFile({
        store,
        kind: 'business-expansion',
        file: path,
        format: 'ndjson',
        errorsFile: `${path}.errors`,
        today: '2026-01-01',
        restart: true,
        onProgress: () => undefined,
      });
      return (performance.now() - started) / 1_000;
    };
    for (const what of ['new', 'unchanged']) {
      measurements.push({
        what: `import of ${count} ${what} records into PostgreSQL`,
        value: Math.round(count / (await seconds(file))),
        unit: 'records per second',
        ...(what === 'new' && { atLeast: 20_000 }),
      });
    }
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
  return measurements;
}

const buildImport = () =>
  buildModules(
    'bench-import',
    `export { createStore } from './src/service/store/create-store.ts';
      export { openDatabase } from './src/service/database/database.ts';
      export { importFile } from './src/service/transfer/import-file.ts';`,
  );

/** @param {number} index */
function line(index) {
  return JSON.stringify({
    id: `record-${index}`,
    announcedDate: `202${1 + (index % 5)}-0${1 + (index % 9)}-1${index % 10}`,
    company: {
      name: `Company ${index % 50_000}`,
      domain: `company${index % 50_000}.example`,
      location: 'Leeds, England, United Kingdom',
    },
    expansionType: index % 3 === 0 ? 'HQ' : 'Store',
    expansionLocation: { city: `City ${index % 200}`, country: 'Canada' },
    investment: index * 1_000,
    currency: 'USD',
    title: `Headline ${index} of usual length about a site`,
    url: `https://news.example/${index}`,
  });
}
