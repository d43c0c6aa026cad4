/**
 * A month of a busy spreadsheet over the real service, whose records appear and change day by day: twenty questions,
 * typed at eight in the morning of the first day, opened ten times a day by three people, five row inserts a day, an hourly run in the background. Reported: requests,
 * credits, and credits for each distinct version of a record that came. Beside it the naive client, which asks once in
 * each execution; its answers do not change within a day, so each is asked once a day and counted as often as it ran.
 *   npm run bench -- month [days] [the most credits a day]
 * With a tight budget it is reported, too, what the dearest day cost, and how often a formula was refused although
 * something was left when all that ran at the same time had ended.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openSpreadsheet } from './google/open-spreadsheet.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const DAY_MS = 86_400_000;
const KEYS = { ours: 'bench-ours', naive: 'bench-naive' };

const PEOPLE = /** @type {const} */ (['owner', 'editor', 'viewer']);

/** Hours at which all formulas run: in the background, on opening, after a row was inserted. */
const RUNS = [
  ...Array.from({ length: 24 }, (_, hour) => ({ hour, as: PEOPLE[0] })),
  ...[8, 9, 9, 10, 11, 13, 14, 15, 16, 17].map((hour, index) => ({
    hour,
    as: PEOPLE[index % 3] ?? PEOPLE[0],
  })),
  ...[10, 11, 13, 15, 16].map((hour) => ({ hour, as: PEOPLE[0] })),
].sort((a, b) => a.hour - b.hour);

/** Twelve roll with the day; some overlap, and some are narrower than others. @type {unknown[][]} */
const QUESTIONS = [
  ['type', 'Data Centre', 'from', '-90d'],
  ['type', 'HQ', 'from', '-30d'],
  ['type', 'Factory/Plant', 'from', '-14d'],
  ['type', 'Branch/Office', 'from', '-30d'],
  ['type', 'Fulfillment/Distribution Centre/Warehouse', 'from', '-45d'],
  ['type', 'Research/Lab/Innovation', 'from', '-60d'],
  ['type', 'Renewables', 'from', '-90d'],
  ['type', 'Healthcare Facility', 'from', 'last month'],
  ['type', 'Store', 'from', '-10d'],
  ['type', 'Hotel/Resort|Education', 'from', '-6m'],
  ['type', 'Data Centre', 'from', '-30d', 'columns', 'date|company|city'],
  ['type', 'Factory/Plant', 'from', '-7d', 'jobs', '>=100'],
  ['type', 'Mine|Oil/Gas Well', 'from', '2026-01-01'],
  ['type', 'Restaurant', 'limit', 50],
  ['type', 'Country Expansion', 'limit', 80],
  ['type', 'Route|Fleet', 'from', '2026-06-01'],
  ['type', 'New Business', 'from', '2026-03-01'],
  ['type', 'Airport/Airline Hub/Cargo Facility', 'from', '2025-06-01'],
  ['type', 'Lease/Land Purchase', 'from', '2026-01-01'],
  ['type', 'HQ', 'from', '-30d', 'location', 'United States of America'],
];

/** Nobody types formulas at midnight. */
const FIRST_HOUR = 8;

export const quick = false;

/** @param {string[]} args the number of days, 30 by default; the daily budget, ample by default */
export async function run([count = '30', budget = '100000'] = []) {
  const days = Number(count);
  const dailyBudget = Number(budget);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-month-'));
  const service = createService(folder, days);
  const meter = await startMeter();
  const host = await openSpreadsheet();
  try {
    meter.target = await service.start(0);
    const ours = await service.createKey(KEYS.ours);
    const naiveKey = await service.createKey(KEYS.naive);
    host.clock.advance(startOfDay(days, 0) - host.clock.now());
    const connection = { baseUrl: meter.baseUrl, apiKey: ours };
    await host.run('saveConnection', [connection], { mode: 'sidebar' });
    const rules = { freshness: { mode: 'daily', minutes: 60 }, dailyBudget };
    await host.run('saveRules', [rules], { mode: 'sidebar' });
    const naive = { requests: 0, credits: 0 };
    let executions = 0;
    let dearest = 0;
    let refused = 0;
    let refusedWithout = 0;
    for (let day = 0; day < days; day++) {
      if (day > 0) meter.target = await service.start(day);
      const runs = day === 0 ? RUNS.filter(({ hour }) => hour >= FIRST_HOUR) : RUNS;
      executions += runs.length * QUESTIONS.length;
      const before = meter.credits;
      for (const { hour, as } of runs) {
        host.clock.advance(startOfDay(days, day) + hour * 3_600_000 - host.clock.now());
        const refusals = await Promise.all(
          QUESTIONS.map((args) =>
            host.run('EXPANSIONS', args, { mode: 'custom-function', as }).then(() => 0, isBudgetRefusal),
          ),
        );
        const count = refusals.reduce((sum, refusal) => sum + refusal, 0);
        refused += count;
        if (meter.credits - before < dailyBudget) refusedWithout += count;
      }
      dearest = Math.max(dearest, meter.credits - before);
      for (const records of await askNaively(meter.target, naiveKey, startOfDay(days, day))) {
        naive.requests += runs.length;
        naive.credits += runs.length * records;
      }
      process.stderr.write(
        `day ${day + 1} of ${days}: ${meter.requests} requests, ${meter.credits} credits\n`,
      );
    }
    const charged = await service.spent(KEYS.ours);
    return [
      { what: 'executions', value: executions, unit: '' },
      { what: 'naive: requests', value: naive.requests, unit: '' },
      { what: 'naive: credits', value: naive.credits, unit: '' },
      {
        what: 'naive: credits / distinct versions',
        value: naive.credits / meter.versions.size,
        unit: 'ratio',
      },
      { what: 'ours: requests', value: meter.requests, unit: '' },
      { what: 'ours: credits', value: charged, unit: '' },
      { what: 'ours: distinct versions delivered', value: meter.versions.size, unit: '' },
      {
        what: 'ours: credits / distinct versions',
        value: charged / meter.versions.size,
        unit: 'ratio',
        atMost: 1.02,
      },
      {
        what: 'ours: credits of the dearest day / budget',
        value: dearest / dailyBudget,
        unit: 'ratio',
        atMost: 1,
      },
      { what: 'ours: formulas refused for the budget', value: refused, unit: '' },
      { what: 'ours: refused with something left', value: refusedWithout, unit: '', atMost: 0 },
    ];
  } finally {
    await host.close();
    meter.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {unknown} error of a formula; any other than a refusal for the budget is thrown on */
function isBudgetRefusal(error) {
  if (!String(error).includes('#BUDGET')) throw error;
  return 1;
}

/** The first instant of a day of the month, which ends today. @param {number} days @param {number} day */
function startOfDay(days, day) {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS - (days - 1 - day) * DAY_MS;
}

/** The service on the machine, started again for each day with that day's clock. @param {string} folder @param {number} days */
function createService(folder, days) {
  const program = path.join(root, 'out/service/main.mjs');
  const preload = path.join(import.meta.dirname, 'shifted-clock.mjs');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let env = { ...process.env };

  async function stop() {
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill();
    await gone;
  }

  /** @param {string[]} words */
  async function command(words) {
    const run = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    for await (const chunk of run.stdout) text += chunk;
    return text;
  }

  return {
    stop,
    /** @param {number} day @returns {Promise<string>} its address */
    async start(day) {
      await stop();
      env = {
        ...process.env,
        PORT: '0',
        DATA_DIR: folder,
        RATE_LIMIT: '1000000',
        NODE_OPTIONS: `--import=${preload}`,
        CLOCK_OFFSET_MS: String(startOfDay(days, day) - startOfDay(days, days - 1)),
      };
      child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      for await (const line of createInterface({
        input: /** @type {import('node:stream').Readable} */ (child.stdout),
      })) {
        const address = /^Listening on (\S+)$/.exec(line)?.[1];
        if (address) return address;
      }
      throw new Error('the service ended before it listened');
    },
    /** @param {string} name @returns {Promise<string>} */
    async createKey(name) {
      const words = ['keys', 'create', '--name', name, '--credits', '100000000', '--json'];
      return JSON.parse(await command(words)).key;
    },
    /** What the service's own ledger says that a key has spent. @param {string} name @returns {Promise<number>} */
    async spent(name) {
      await stop();
      const { PGlite } = await import('@electric-sql/pglite');
      const database = await PGlite.create(path.join(folder, 'pglite'));
      const { rows } = await database.query(
        `select coalesce(-sum(delta), 0)::int as spent from ledger join api_key on api_key.id = key_id
          where name = $1 and delta < 0`,
        [name],
      );
      await database.close();
      return /** @type {{ spent: number }[]} */ (rows)[0]?.spent ?? 0;
    },
  };
}

/** Between the add-on and the service: counts requests, and the versions of records that come back. */
async function startMeter() {
  const meter = {
    target: '',
    baseUrl: '',
    requests: 0,
    credits: 0,
    versions: new Set(),
    stop: () => server.close(),
  };
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { host: _host, ...headers } = incoming.headers;
    const answer = await post(meter.target + incoming.url, headers, Buffer.concat(chunks));
    meter.requests += 1;
    for (const { id, lastModified } of answer.records) meter.versions.add(`${id} ${lastModified}`);
    meter.credits += answer.records.length;
    outgoing.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  meter.baseUrl = `http://127.0.0.1:${port}`;
  return meter;
}

/** @param {string} url @param {import('node:http').OutgoingHttpHeaders} headers @param {Buffer | string} body */
function post(url, headers, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const parsed = JSON.parse(text);
      const charged = response.headers['x-credits-charged'];
      const headers = {
        'content-type': 'application/json',
        // by it the add-on knows that this service tells changes
        ...(charged !== undefined && { 'x-credits-charged': charged }),
      };
      const records = Array.isArray(parsed) ? parsed : (parsed.records ?? []);
      resolve({ status: response.statusCode ?? 0, headers, text, records });
    });
    request.on('error', reject).end(body);
  });
}

/** Every question once, whole. @param {string} target @param {string} key @param {number} now @returns {Promise<number[]>} */
async function askNaively(target, key, now) {
  const { loadTypeScript } = await import('../../tools/load-typescript.mjs');
  const { readArguments, readFilters, typedBody, createZone, DATASETS, DATASET_OPTIONS } =
    await loadTypeScript([
      'src/addon/answers/requests.ts',
      'src/addon/question/arguments.ts',
      'src/addon/question/filters.ts',
      'src/addon/question/zone.ts',
      'src/contract/datasets.ts',
      'src/contract/options.ts',
    ]);
  const dataset = 'business-expansion';
  const today = new Date(now).toISOString().slice(0, 10);
  const when = { zone: () => createZone('Etc/GMT'), today: () => today };
  const { filters, functionName, path: address } = DATASETS[dataset];
  const counts = [];
  for (const args of QUESTIONS) {
    const { options } = readArguments(args, { functionName, filters, own: DATASET_OPTIONS });
    const question = { dataset, companies: [], groups: [], filters: readFilters(dataset, options, when) };
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify(typedBody(question, today));
    counts.push((await post(target + address, headers, body)).records.length);
  }
  return counts;
}
