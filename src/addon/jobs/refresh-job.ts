/**
 * Keeps formulas fresh, because Google does not run them again when a day has passed: asks once for each different
 * question, notes what is new, and has those formulas run again that do not show what is known by now.
 */
import { separatorsOf } from '../../contract/formula.js';
import type { RefreshSettings } from '../../contract/jobs.js';
import { committedOn } from '../../core/ledger.js';
import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { dailyBudgetOf } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import type { NewRecord } from '../alerts/alert.js';
import { queued } from '../alerts/outbox.js';
import type { AskingRules } from '../answers/allowance.js';
import type { Answer } from '../answers/answers.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import { beginExecution } from '../formula/execution.js';
import { trackedTable } from '../formula/functions.js';
import { showAnswer } from '../formula/parsed-formula.js';
import type { Platform, Properties } from '../platform.js';
import { createZone } from '../question/zone.js';
import { cellOf, type FoundFormula, findInPlaces } from '../refresh/find-formulas.js';
import { hash } from '../storage/hash.js';
import { createPurchaseStore } from '../storage/purchase-store.js';
import { summaryOf } from '../table/record-summary.js';
import {
  type AnsweredCall,
  type AskedCall,
  type AskedFormula,
  createFormulaReader,
} from './asked-formula.js';
import { type ChangesPlace, writeChanges } from './changes-tab.js';
import { rerun } from './rerun.js';
import type { Run } from './run.js';
import { isNewVersion, nameOf, readSeen, seenAfter, seenValues, versionName } from './seen-versions.js';

/** Of one question: as long as a slow service may take for several requests. */
const QUESTION_MS = 60_000;
/** A run that is silent for longer loses its lease. */
const COMMIT_EVERY_MS = 20_000;
/** An execution has six minutes, of which a run leaves one and a half: then formulas are put back, and the run ends. */
const RERUN_MS = 30_000;
/** With these, further questions would only meet the same. */
const ENDS_RUN: readonly string[] = ['NO_KEY', 'BAD_KEY', 'NO_CREDITS', 'SERVICE', 'TIMEOUT'];

/**
 * Returns whether it stopped for lack of time; what was asked by then is known, and costs nothing the next time.
 * @throws what a sidebar shows; what is known by then stands in the cells
 */
export function runRefresh(
  platform: Platform,
  properties: Properties,
  run: Run,
  settings: RefreshSettings,
  connections: ConnectionStore,
): boolean {
  const connection = requirePayer(connections, run);
  const { clock, grid } = platform;
  const zone = createZone(platform.spreadsheet.timeZone());
  const today = zone.dayOf(new Date(clock.now()));
  const separators = separatorsOf(platform.spreadsheet.locale());
  const find = () => findInPlaces(grid, settings.places, separators);
  const read = createFormulaReader(platform, separators, { zone: () => zone, today: () => today });
  const formulas = find().map(read);
  const answered = new Map<string, AnsweredCall>();
  const brought = new Map<string, readonly NewRecord[]>();
  let failure: SignalsError | undefined;
  let spent = 0;
  /** Too few credits were left for all of the question that is asked. */
  let isShort = false;
  let committedAt = clock.now();

  const left = () => run.creditsLeft(settings.budget) - spent;
  const rules: AskingRules = {
    // a table that is only renewed on request is renewed by this one
    ...(readSettings(properties).freshness.mode === 'manual' && { freshness: { mode: 'daily' } }),
    allowance: {
      left,
      spend(credits) {
        spent += credits;
      },
    },
    onLate: fail,
  };
  let isOver = true;
  const calls = distinct(formulas);
  for (const { call, found } of calls) {
    if (clock.now() >= run.stopAt) {
      isOver = false;
      break;
    }
    ask(call, found);
    if (spent > 0 || clock.now() - committedAt > COMMIT_EVERY_MS) commit();
    // what is held for an answer that may have been charged is not counted: nothing else is bought beside it
    if (failure && (failure.unclear || ENDS_RUN.includes(failure.code))) break;
  }
  const isComplete = isOver && failure === undefined;
  noteNew(isComplete);
  // a person who waits has more stretches to come, and what runs twice shows "Loading..." twice
  if (isOver || !run.byPerson) {
    const keep = () => {
      if (clock.now() - committedAt > COMMIT_EVERY_MS) commit();
    };
    const stopAt = Math.max(run.stopAt, clock.now()) + RERUN_MS;
    const again = rerun(platform, properties, { job: run.job.id, formulas, answered, stopAt, find, keep });
    // a person would wait for formulas that can never show their tables
    if (again.isCut && !run.byPerson) isOver = false;
    if (again.refused > 0) run.say({ kind: 'not-run', formulas: again.refused });
    run.commit({ changed: run.progress().changed + again.count }, { after: () => again.values });
  }
  if (failure) throw failure;
  return !isOver;

  function ask(call: AskedCall, found: FoundFormula): void {
    // what it costs is listed with the cell
    const spreadsheet = { ...platform.spreadsheet, activeCell: () => cellOf(found) };
    const asking = Object.create(platform, { spreadsheet: { value: spreadsheet } }) as Platform;
    const execution = beginExecution(asking, QUESTION_MS, rules);
    const { parsed } = call;
    isShort = false;
    try {
      if (!parsed) {
        const table = trackedTable(execution, call.args);
        answered.set(call.key, { table: () => table, digest: digestOf(table) });
        return;
      }
      const answer = execution.answer(parsed.question, parsed.token);
      if (answer.isBudgetUsed) noteShort();
      // the formula has only the day's budget: it would buy the rest when it runs again
      if (isShort && left() < leftToday()) return;
      const { dataset } = parsed.question;
      const tab = found.tab.name();
      const records = answer.rows.map((row) => ({ ...summaryOf(dataset, row), tab }));
      if (isWhole(answer)) brought.set(call.key, records);
      answered.set(call.key, {
        table: (one) => showAnswer(answer, one.parsed ?? parsed, zone),
        digest: digestOf([answer.rows, answer.cut, answer.asOf, answer.through]),
      });
    } catch (error) {
      if (!isSignalsError(error)) throw error;
      fail(error);
    }
  }

  function noteShort(): void {
    isShort = true;
    run.say({ kind: 'budget' });
  }

  function leftToday(): number {
    const spentToday = committedOn(createPurchaseStore(platform).ledger(), today, clock.now());
    return dailyBudgetOf(platform, properties, connection) - spentToday;
  }

  function fail(error: SignalsError): void {
    if (error.code === 'BUDGET') noteShort();
    // what is wrong with a formula is said in its cell
    else if (error.code !== 'BAD_INPUT' && error.code !== 'NO_GROUP') failure ??= error;
  }

  function commit(values?: () => Readonly<Record<string, string>>, added = 0): void {
    const before = run.progress();
    run.commit(
      {
        credits: before.credits + spent,
        allCredits: before.allCredits + spent,
        added: before.added + added,
        allAdded: before.allAdded + added,
      },
      values && { before: values },
    );
    spent = 0;
    committedAt = clock.now();
  }

  function list(news: readonly NewRecord[]): void {
    const keep = (place: ChangesPlace) => run.commit({ list: place });
    const written = writeChanges(grid, news, { zone, now: clock.now(), place: run.progress().list, keep });
    keep(written.place);
    if (written.isFull) run.say({ kind: 'changes-full' });
  }

  /**
   * What is new is listed first, and then counts as seen: after a crash it is listed again, as the same rows. It waits to
   * be told from the call on that notes it as seen.
   */
  function noteNew(isAll: boolean): void {
    const { id, alerts } = run.job;
    const seen = readSeen(platform, id);
    const known = new Set([...seen.values()].flatMap(({ versions }) => [...versions]));
    const news: NewRecord[] = [];
    const values: Record<string, string> = {};
    for (const [key, records] of brought) {
      for (const one of records.filter((record) => isNewVersion(record, seen.get(key)))) {
        const name = versionName(one);
        if (!known.has(name)) news.push(one);
        known.add(name);
      }
      Object.assign(values, seenValues(id, key, seenAfter(records, clock.now())));
    }
    if (settings.changes && news.length > 0) list(news);
    commit(() => ({ ...queued(properties, alerts, news), ...values }), news.length);
    if (!isAll) return;
    const asked = new Set(calls.map(({ call }) => call.key));
    for (const key of seen.keys()) if (!asked.has(key)) properties.remove(nameOf(id, key));
  }
}

/** Each different call once, with the first formula that has it. */
function distinct(formulas: readonly AskedFormula[]) {
  const calls = formulas.flatMap(({ calls: own = [], found }) => own.map((call) => ({ call, found })));
  return [...new Map(calls.reverse().map((one) => [one.call.key, one])).values()].reverse();
}

/** Another person's key would pay for what the formulas never see, because each payer's records are apart. */
function requirePayer(connections: ConnectionStore, { isOwners, job }: Run): StoredConnection {
  const connection = isOwners ? connections.requireAt(job.service) : connections.require();
  const { payer, dailyCap } = connection;
  const seen = connections.seenByFormulas();
  const isOther = seen === '' ? dailyCap === undefined : seen !== undefined && seen !== payer;
  if (isOther) throw errors.otherPayer();
  return connection;
}

/** An older table says nothing about what is new, nor does one that a budget has cut. */
function isWhole({ asOf, isBudgetUsed = false }: Answer): boolean {
  return asOf === undefined && !isBudgetUsed;
}

function digestOf(value: unknown): string {
  return hash(JSON.stringify(value)).slice(0, 8);
}
