/**
 * Measures the add-on's use of Google: the load of its script; a formula's calls, counted by the sandbox's
 * host; opening a spreadsheet of different queries with Google's latency; and a refresh of many formulas.
 *   npm run bench -- google [questions [load | calls | opening | tight-opening | refresh]]
 */
import { measureLoad } from './google/load.mjs';
import { startMakers } from './google/makers.mjs';
import { openSpreadsheet } from './google/open-spreadsheet.mjs';

/** It takes minutes, because the opening has Google's latency. */
export const quick = false;

/** @typedef {Awaited<ReturnType<typeof openSpreadsheet>>} Host */
/** @typedef {Awaited<ReturnType<typeof startMakers>>} Makers */
/** @typedef {import('./main.mjs').Measurement} Measurement */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The service's time for an answer, without the network. */
const SERVICE_MS = 200;
/** Stored queries of the spreadsheet, which must not make a call slower. */
const OTHERS = 20;
/** The tables have two columns and some rows and are side by side. */
const ROWS_OF_TABLE = 8;
const COLUMNS_OF_TABLE = 3;
const TABLES_BESIDE = 8;

/** @type {Record<string, (questions: number) => Promise<Measurement[]>>} */
const PARTS = {
  load: async () => measureLoad('dist/Code.js'),
  calls: countCalls,
  opening: openAll,
  'tight-opening': openTight,
  refresh: refreshAll,
};

/** @param {string[]} args the number of queries, 200 by default; then only one part */
export async function run([count = '200', part] = []) {
  const wanted = part === undefined ? Object.values(PARTS) : [PARTS[part]];
  const measurements = [];
  for (const measure of wanted) {
    if (!measure) throw new Error(`no part ${part}: choose from ${Object.keys(PARTS).join(', ')}`);
    measurements.push(...(await measure(Number(count))));
  }
  return measurements;
}

/** @returns {Promise<Measurement[]>} */
async function countCalls() {
  const makers = await startMakers();
  const host = await open(makers);
  try {
    const ask = async (/** @type {number} */ maker) => {
      host.executions.records.splice(0);
      await host.run('EXPANSIONS', argumentsOf(maker), { mode: 'custom-function' });
      return host.executions.records[0]?.calls ?? [];
    };
    const first = await ask(0);
    for (let maker = 1; maker < OTHERS; maker++) await ask(maker);
    const further = await ask(OTHERS);
    const stored = await ask(OTHERS);
    host.cache.clear();
    const evicted = await ask(OTHERS);
    host.clock.advance(DAY_MS);
    const nextDay = await ask(OTHERS);
    host.clock.advance(DAY_MS);
    host.cache.clear();
    const nextDayEvicted = await ask(OTHERS);
    const sections = further.filter(({ name }) => name === 'Lock.tryLock').length;
    const update = Math.max(nextDay.length, nextDayEvicted.length);
    const beside = `beside ${OTHERS} others`;
    return [
      { what: 'calls, paid miss, the first one', value: first.length, unit: 'calls', atMost: 14 },
      { what: `calls, paid miss ${beside}`, value: further.length, unit: 'calls', atMost: 14 },
      { what: `calls, stored answer ${beside}`, value: stored.length, unit: 'calls', atMost: 2 },
      { what: `calls, evicted from the cache ${beside}`, value: evicted.length, unit: 'calls', atMost: 6 },
      { what: `calls, the next day's update ${beside}`, value: update, unit: 'calls', atMost: 15 },
      { what: "sections under the document's lock, paid miss", value: sections, unit: 'sections', atMost: 1 },
      { what: 'requests of all of them', value: makers.requests, unit: 'requests', atMost: OTHERS + 3 },
    ];
  } finally {
    await host.close();
    makers.stop();
  }
}

/** With the default budget, which the limits exceed but the records do not. @param {number} questions */
function openTight(questions) {
  return openAll(Math.min(questions, 60), 1_000);
}

/** @param {number} questions @param {number} [dailyBudget] @returns {Promise<Measurement[]>} */
async function openAll(questions, dailyBudget) {
  const makers = await startMakers({ delayMs: SERVICE_MS });
  /** @type {number[]} */
  const answeredAt = [];
  const host = await open(makers, {
    switches: { latency: 'google' },
    onAnswer: () => answeredAt.push(performance.now()),
  });
  try {
    if (dailyBudget !== undefined) await setRules(host, 'daily', dailyBudget);
    const begun = performance.now();
    const cells = typeAll(host, questions);
    await host.settled();
    const shown = cells.map((cell) => ({ cell, value: host.workbook.read(cell)[0]?.[0]?.value }));
    const wrong = shown.filter(({ value }) => value !== 'Announced');
    for (const { cell } of wrong.slice(0, 5)) {
      process.stderr.write(`${cell}: ${host.workbook.message(cell)}\n`);
    }
    const seconds = answeredAt.map((at) => (at - begun) / 1_000).sort((a, b) => a - b);
    const executions = host.executions.records.filter(({ mode }) => mode === 'custom-function');
    const within = dailyBudget === undefined ? '' : ` within ${dailyBudget} credits`;
    const slowest = Math.max(...executions.map(({ durationMs }) => durationMs)) / 1_000;
    return [
      {
        what: `opening ${questions} questions${within}: unanswered`,
        value: wrong.length,
        unit: 'cells',
        atMost: 0,
      },
      { what: 'requests', value: makers.requests, unit: 'requests', atMost: questions },
      { what: 'until the first table', value: seconds[0] ?? Number.NaN, unit: 's' },
      { what: 'until the median table', value: seconds[questions >> 1] ?? Number.NaN, unit: 's' },
      { what: 'until the last table', value: seconds.at(-1) ?? Number.NaN, unit: 's' },
      { what: 'slowest execution', value: slowest, unit: 's', atMost: 30 },
    ];
  } finally {
    await host.close();
    makers.stop();
  }
}

/** Formulas per query of the morning's refresh, and the share of queries whose answer changes overnight. */
const FORMULAS_OF_QUESTION = 10 / 3;
const CHANGING_SHARE = 1 / 5;

/**
 * Runs a job on the next morning. The formulas have no header, as the day in it would change with each run.
 * @param {number} formulas
 * @returns {Promise<Measurement[]>}
 */
async function refreshAll(formulas) {
  const questions = Math.round(formulas / FORMULAS_OF_QUESTION);
  const changing = Math.round(questions * CHANGING_SHARE);
  const makers = await startMakers({ delayMs: SERVICE_MS, changing });
  const host = await open(makers, { switches: { latency: 'google' } });
  try {
    const cells = typeAll(host, formulas, (maker) => [
      ...argumentsOf(maker % questions).slice(0, -1),
      'date|jobs',
      'headers',
      'FALSE',
    ]);
    await host.settled();
    const refresh = { places: [], budget: 10_000, changes: false };
    const schedule = { every: 'day', hour: 6, weekdays: [] };
    const job = { name: 'Fresh', draftId: 'draft of the bench', schedule, digest: '', refresh };
    await host.run('saveJob', [job], { mode: 'sidebar' });
    host.clock.advance(DAY_MS);
    host.executions.records.splice(0);
    const requests = makers.requests;
    await host.runDueTriggers();
    const updates = makers.requests - requests;
    await host.settled();
    const records = host.executions.records;
    const [run] = records.filter(({ functionName }) => functionName === 'runJobs');
    const ran = records.filter(({ mode }) => mode === 'custom-function').length;
    const changed = cells.filter((_, index) => index % questions < changing).length;
    return [
      {
        what: `refresh of ${formulas} formulas: updates`,
        value: updates,
        unit: 'requests',
        atMost: questions,
      },
      { what: 'duration of the run', value: (run?.durationMs ?? Number.NaN) / 1_000, unit: 's', atMost: 360 },
      { what: 'calls to Google', value: run?.calls.length ?? Number.NaN, unit: 'calls' },
      { what: 'formulas that ran again', value: ran, unit: 'formulas', atLeast: changed, atMost: changed },
      { what: 'requests of these', value: makers.requests - requests - updates, unit: 'requests', atMost: 0 },
    ];
  } finally {
    await host.close();
    makers.stop();
  }
}

/** @param {Makers} makers @param {object} [options] @returns {Promise<Host>} */
async function open(makers, options) {
  const host = await openSpreadsheet(options);
  makers.now = () => host.clock.now();
  // at noon, so that the result does not depend on the time of day
  host.clock.advance(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 - host.clock.now());
  await host.run('saveConnection', [makers.connection], { mode: 'sidebar' });
  await setRules(host, 'daily');
  return host;
}

/** A budget that refuses nothing. */
const AMPLE = 10_000_000;

/** @param {Host} host @param {'daily' | 'manual'} mode */
function setRules(host, mode, dailyBudget = AMPLE) {
  const rules = { freshness: { mode }, dailyBudget };
  return host.run('saveRules', [rules], { mode: 'sidebar' });
}

/** No query is a part of another one. @param {number} maker */
function argumentsOf(maker) {
  return [
    'companyName',
    `maker ${String(maker).padStart(4, '0')}`,
    'from',
    '-30d',
    'columns',
    'date|company',
  ];
}

/**
 * Types all formulas at once, as they are in an opened spreadsheet.
 * @param {Host} host
 * @param {number} questions
 */
function typeAll(host, questions, argumentsOfCell = argumentsOf) {
  return Array.from({ length: questions }, (_, maker) => {
    const cell = `${String.fromCharCode(65 + (maker % TABLES_BESIDE) * COLUMNS_OF_TABLE)}${1 + Math.floor(maker / TABLES_BESIDE) * ROWS_OF_TABLE}`;
    const args = argumentsOfCell(maker).map((arg) => `"${arg}"`);
    host.workbook.type(cell, `=EXPANSIONS(${args.join(', ')})`);
    return cell;
  });
}
