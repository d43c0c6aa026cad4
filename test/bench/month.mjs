/**
 * Simulates a month of a busy spreadsheet with the real service, whose records appear and change daily:
 * twenty queries, typed one after another at eight on the first morning, opened ten times a day by three
 * people, five row inserts a day, and an hourly run in the background. It reports requests, credits, and
 * credits per distinct received version of a record. Then it simulates the same month in two spreadsheets and
 * a copy of each, with a key that is billed by version and a service that does not report changes. Last comes
 * the month as on Google: a formula runs when a person edits it, else only because the refresh job has found
 * new records before people arrive.
 *   npm run bench -- month [days] [the daily budget]
 * With a tight budget it also reports the cost of the most expensive day, and how often a formula was refused
 * although credits remained when all concurrent formulas had ended.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openSpreadsheet } from './google/open-spreadsheet.mjs';
import { startMeter } from './month/meter.mjs';
import { playMornings } from './month/mornings.mjs';
import { QUESTIONS } from './month/questions.mjs';
import { createService, startOfDay } from './month/service.mjs';

const KEY = 'bench-ours';

const PEOPLE = /** @type {const} */ (['owner', 'editor', 'viewer']);

/** The hours at which all formulas run: in the background, on opening, after an inserted row. */
const RUNS = [
  ...Array.from({ length: 24 }, (_, hour) => ({ hour, as: PEOPLE[0] })),
  ...[8, 9, 9, 10, 11, 13, 14, 15, 16, 17].map((hour, index) => ({
    hour,
    as: PEOPLE[index % 3] ?? PEOPLE[0],
  })),
  ...[10, 11, 13, 15, 16].map((hour) => ({ hour, as: PEOPLE[0] })),
].sort((a, b) => a.hour - b.hour);

/** The hour at which the first formulas are typed. */
const FIRST_HOUR = 8;

export const quick = false;

/** @param {string[]} args the number of days, default 30; the daily budget, default ample */
export async function run([count = '30', budget = '100000'] = []) {
  const days = Number(count);
  const dailyBudget = Number(budget);
  const one = await play(days, dailyBudget, { spreadsheets: 1, billing: 'per-answer', runs: RUNS });
  const quarter = RUNS.filter((_run, index) => index % 4 === 0);
  const four = await play(days, dailyBudget, { spreadsheets: 4, billing: 'per-version', runs: quarter });
  return [
    { what: 'executions', value: one.executions, unit: '' },
    { what: 'requests', value: one.requests, unit: '' },
    { what: 'credits', value: one.charged, unit: '' },
    { what: 'distinct versions delivered', value: one.versions, unit: '' },
    ratio('credits / distinct versions', one.charged / one.versions, 1.004),
    ratio('credits of the dearest day / budget', one.dearest / dailyBudget, 1),
    { what: 'formulas refused for the budget', value: one.refused, unit: '' },
    { what: 'refused with something left', value: one.refusedWithout, unit: '', atMost: 0 },
    { what: 'four spreadsheets, per-version: executions', value: four.executions, unit: '' },
    { what: 'four spreadsheets, per-version: records delivered', value: four.delivered, unit: '' },
    { what: 'four spreadsheets, per-version: credits', value: four.charged, unit: '' },
    ratio('four spreadsheets, per-version: credits / distinct versions', four.charged / four.versions, 1.004),
    ...(await playMornings(days, dailyBudget)),
  ];
}

/** @param {string} what @param {number} value @param {number} atMost */
function ratio(what, value, atMost) {
  return { what, value, unit: 'ratio', atMost };
}

/**
 * @typedef {object} Played
 * @property {number} spreadsheets the number of spreadsheets; the second half are copies of the first
 * @property {'per-answer' | 'per-version'} billing of the key; with per-version the service does not report changes
 * @property {typeof RUNS} runs of each day
 */

/** @param {number} days @param {number} dailyBudget @param {Played} played */
async function play(days, dailyBudget, { spreadsheets, billing, runs: all }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-month-'));
  const service = createService(folder, days);
  const meter = await startMeter({ reportsChanges: billing === 'per-answer' });
  const hosts = [await openSpreadsheet()];
  try {
    for (let index = 1; index < spreadsheets; index++) {
      hosts.push(await openSpreadsheet({ documentId: `document-${index}`, shared: hosts[0]?.shared }));
    }
    meter.target = await service.start(0);
    const connection = { baseUrl: meter.baseUrl, apiKey: await service.createKey(KEY, billing) };
    const rules = { freshness: { mode: 'daily' }, dailyBudget };
    for (const host of hosts) {
      host.clock.advance(startOfDay(days, 0) - host.clock.now());
      await host.run('saveConnection', [connection], { mode: 'sidebar' });
      await host.run('saveRules', [rules], { mode: 'sidebar' });
    }
    let executions = 0;
    let dearest = 0;
    let refused = 0;
    let refusedWithout = 0;
    for (let day = 0; day < days; day++) {
      if (day > 0) meter.target = await service.start(day);
      const runs = day === 0 ? all.filter(({ hour }) => hour >= FIRST_HOUR) : all;
      executions += runs.length * QUESTIONS.length * hosts.length;
      const before = meter.credits;
      for (const { hour, as } of runs) {
        for (const host of hosts) {
          host.clock.advance(startOfDay(days, day) + hour * 3_600_000 - host.clock.now());
          /** @param {unknown[]} args */
          const ask = (args) =>
            host.run('EXPANSIONS', args, { mode: 'custom-function', as }).then(() => 0, isBudgetRefusal);
          const isTyped = day === 0 && hour === FIRST_HOUR;
          let count = 0;
          if (isTyped) for (const args of QUESTIONS) count += await ask(args);
          else for (const one of await Promise.all(QUESTIONS.map(ask))) count += one;
          refused += count;
          if (meter.credits - before < dailyBudget) refusedWithout += count;
        }
      }
      dearest = Math.max(dearest, meter.credits - before);
      process.stderr.write(
        `${billing}: day ${day + 1} of ${days}: ${meter.requests} requests, ${meter.credits} credits\n`,
      );
    }
    const { requests, delivered, versions } = meter;
    const charged = await service.spent(KEY);
    return {
      ...{ executions, requests, delivered, versions: versions.size, charged },
      ...{ dearest, refused, refusedWithout },
    };
  } finally {
    for (const host of hosts) await host.close();
    meter.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns 1 for a refusal by the budget. @param {unknown} error of a formula @throws other errors */
function isBudgetRefusal(error) {
  if (!String(error).includes('#BUDGET')) throw error;
  return 1;
}
