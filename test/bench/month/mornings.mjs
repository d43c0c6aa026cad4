/**
 * The month as on Google, where formulas do not run because a day has passed. One formula is typed again each
 * day; the others change only through the job that queries the service at six. At nine every table is
 * compared with the service's answers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openSpreadsheet } from '../google/open-spreadsheet.mjs';
import { startMeter } from './meter.mjs';
import { askForAll, QUESTIONS } from './questions.mjs';
import { createService, startOfDay } from './service.mjs';

const KEYS = { ours: 'bench-mornings', truth: 'bench-truth' };
const HOUR_MS = 3_600_000;
const TYPED_AT = 8;
const LOOKED_AT = 9;
const EDITED_AT = 11;
/** The columns of a table and a gap. */
const WIDTH = 3;
const ROWS = 3_000;
const SHEET = { id: 'sheet', name: 'Sheet1', rowCount: ROWS, columnCount: WIDTH * QUESTIONS.length };
const WORKBOOK = { sheetOrder: [SHEET.id], sheets: { [SHEET.id]: SHEET } };

/**
 * @param {number} days
 * @param {number} dailyBudget
 * @returns {Promise<{ what: string, value: number, unit: string, atMost?: number }[]>}
 */
export async function playMornings(days, dailyBudget) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-mornings-'));
  const service = createService(folder, days);
  const meter = await startMeter({ reportsChanges: true });
  const host = await openSpreadsheet({ workbook: WORKBOOK });
  const seen = { tables: 0, old: 0, lost: 0, dearest: 0 };
  /** @param {number} day @param {number} hour */
  const advanceTo = (day, hour) =>
    host.clock.advance(startOfDay(days, day) + hour * HOUR_MS - host.clock.now());
  const cells = QUESTIONS.map((args, index) => ({
    column: columnName(index * WIDTH),
    last: columnName(index * WIDTH + 1),
    formula: `=EXPANSIONS(,${[...args.filter((_, at) => !isColumns(args, at)), 'columns', 'id|lastModified'].map((one) => JSON.stringify(one)).join(',')})`,
  }));
  try {
    meter.target = await service.start(0);
    const key = await service.createKey(KEYS.ours, 'per-answer');
    const truthKey = await service.createKey(KEYS.truth, 'per-answer');
    advanceTo(0, TYPED_AT);
    await host.run('saveConnection', [{ baseUrl: meter.baseUrl, apiKey: key }], { mode: 'sidebar' });
    await host.run('saveRules', [{ freshness: { mode: 'daily' }, dailyBudget }], { mode: 'sidebar' });
    for (const { column, formula } of cells) {
      host.workbook.type(`${column}1`, formula);
      await host.settled();
    }
    const refresh = { places: [], budget: dailyBudget, changes: false };
    const schedule = { every: 'day', hour: 6, weekdays: [] };
    const job = { name: 'Fresh', draftId: 'draft of the bench', schedule, digest: '', refresh };
    await host.run('saveJob', [job], { mode: 'sidebar' });
    for (let day = 0; day < days; day++) {
      const before = meter.credits;
      if (day > 0) meter.target = await service.start(day);
      for (let hour = day > 0 ? 0 : LOOKED_AT; hour < 24; hour++) {
        advanceTo(day, hour);
        await host.runDueTriggers();
        await host.settled();
        if (hour === LOOKED_AT) await compare(await askForAll(meter.target, truthKey, startOfDay(days, day)));
        if (hour !== EDITED_AT) continue;
        const { column, formula } = cells[day % cells.length] ?? { column: 'A', formula: '' };
        host.workbook.type(`${column}1`, formula);
        await host.settled();
      }
      seen.dearest = Math.max(seen.dearest, meter.credits - before);
      process.stderr.write(
        `mornings: day ${day + 1} of ${days}: ${meter.requests} requests, ${meter.credits} credits, ${seen.old} old tables\n`,
      );
    }
    const charged = await service.spent(KEYS.ours);
    return [
      { what: 'mornings: tables compared', value: seen.tables, unit: '' },
      {
        what: 'mornings: tables that are not as new as their schedule',
        value: seen.old,
        unit: '',
        atMost: 0,
      },
      { what: 'mornings: formulas lost', value: seen.lost, unit: '', atMost: 0 },
      { what: 'mornings: requests', value: meter.requests, unit: '' },
      { what: 'mornings: credits', value: charged, unit: '' },
      {
        what: 'mornings: credits / distinct versions',
        value: charged / meter.versions.size,
        unit: 'ratio',
        atMost: 1.02,
      },
      {
        what: 'mornings: credits of the dearest day / budget',
        value: seen.dearest / dailyBudget,
        unit: 'ratio',
        atMost: 1,
      },
    ];
  } finally {
    await host.close();
    meter.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }

  /** @param {{ id: string, lastModified: string }[][]} answers */
  async function compare(answers) {
    for (const [index, { column, last, formula }] of cells.entries()) {
      const rows = host.workbook.read(`${column}1:${last}${ROWS}`);
      if (rows[0]?.[0]?.formula !== formula) seen.lost += 1;
      const shown = rows
        .slice(1)
        .flatMap(([id, modified]) => (id?.value ? [`${id.value} ${dayOf(modified?.value)}`] : []));
      const truth = (answers[index] ?? []).map(({ id, lastModified }) => `${id} ${lastModified}`);
      seen.tables += 1;
      if (shown.sort().join() === truth.sort().join()) continue;
      seen.old += 1;
      process.stderr.write(`${formula}: ${shown.length} rows, ${truth.length} in truth\n`);
    }
  }
}

/** @param {unknown[]} args @param {number} at @returns true if it is the option `columns` or its value */
function isColumns(args, at) {
  return args[at] === 'columns' || args[at - 1] === 'columns';
}

/** @param {number} index from 0 */
function columnName(index) {
  /** @type {(left: number) => string} */
  const letters = (left) =>
    left < 0 ? '' : letters(Math.floor(left / 26) - 1) + String.fromCharCode(65 + (left % 26));
  return letters(index);
}

const SERIAL_OF_EPOCH = 25_569;

/** Cells store days as serial numbers. @param {unknown} value */
function dayOf(value) {
  if (typeof value !== 'number') return String(value);
  return new Date((value - SERIAL_OF_EPOCH) * 24 * HOUR_MS).toISOString().slice(0, 10);
}
