/**
 * Keeps formulas fresh, because Google does not rerun them on a new day: sends each different question once,
 * finds new records, and reruns the formulas that do not show the current answers.
 */
import { DATASETS } from '../../contract/datasets.js';
import { separatorsOf } from '../../contract/formula.js';
import type { RefreshSettings } from '../../contract/jobs.js';
import { short } from '../../contract/short-text.js';
import type { StoredConnection } from '../account/connection.js';
import { valuesToQueue } from '../alerts/outbox.js';
import type { AnswerOptions } from '../answers/step-context.js';
import { asSignalsError, errors, isSignalsError, type SignalsError } from '../errors.js';
import { FormulaExecution } from '../formula/execution.js';
import { lookUpTable } from '../formula/functions.js';
import { showAnswer } from '../formula/parsed-formula.js';
import { lazyMembers } from '../lazy.js';
import { createZone, todayIn, type Zone } from '../question/zone.js';
import { cellOf, type FoundFormula, findInTargets, missingTargets } from '../refresh/find-formulas.js';
import { completeJournal, isJournalOpen } from '../refresh/journal.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { shortHash } from '../storage/text.js';
import {
  type AnsweredCall,
  type AskedCall,
  type AskedFormula,
  createFormulaReader,
  distinct,
} from './asked-formula.js';
import { writeChanges } from './changes-tab.js';
import { isFull, logFound, type ShownAnswer, shownAnswerOf } from './job-events.js';
import { rerun } from './rerun.js';
import type { Run } from './run.js';
import {
  findNewVersions,
  isExpired,
  nameOf,
  readSeen,
  type SeenVersions,
  withNewQuestions,
} from './seen-versions.js';
import { budgetOf } from './window-query.js';

/** Long enough for several requests to a slow service. */
const QUESTION_MS = 60_000;
/** The missing tabs and ranges that a warning names, and their longest text: progress has 9 KB for all. */
const MAX_NAMED = 10;
const MAX_NAME = 40;
/** Beyond the run's end, the last question may take this long, then the reruns. Google ends a trigger's run 90 s beyond it. */
const EXTRA_MS = 30_000;
/** Errors that every further question would get, too. */
const RUN_ENDING_ERRORS: readonly string[] = ['NO_KEY', 'BAD_KEY', 'NO_CREDITS', 'SERVICE', 'TIMEOUT'];

/** The parts and results of one execution of a refresh. */
interface Refresh {
  readonly run: Run;
  readonly settings: RefreshSettings;
  readonly connection: StoredConnection;
  readonly zone: Zone;
  readonly formulas: readonly AskedFormula[];
  /** True if all questions could be read from the formulas' texts. */
  readonly hasReadAll: boolean;
  readonly answered: Map<string, AnsweredCall>;
  readonly shownAnswers: Map<string, ShownAnswer>;
  failure: SignalsError | undefined;
  /** True if too few credits are left for the whole current question. */
  hasTooFewCredits: boolean;
}

/**
 * Returns true if it stopped for lack of time; the next run gets the answers so far for free.
 * @throws an error for the sidebar, after the cells show the answers so far
 */
export function runRefresh(run: Run, settings: RefreshSettings, connection: StoredConnection): boolean {
  const { platform, properties } = run;
  const zone = createZone(platform.spreadsheet.timeZone());
  const today = todayIn(zone, platform);
  const separators = separatorsOf(platform.spreadsheet.locale());
  if (!completeJournal(platform)) throw errors.cellsBusy();
  const missing = missingTargets(platform.grid, settings.places);
  const places = missing.slice(0, MAX_NAMED).map((one) => short(one, MAX_NAME));
  if (places.length > 0) run.addWarning({ kind: 'no-place', places });
  const find = () => findInTargets(platform.grid, settings.places, separators);
  const readFormula = createFormulaReader(platform, separators, { zone: () => zone, today: () => today });
  const formulas = find().map(readFormula);
  const refresh: Refresh = {
    run,
    settings,
    connection,
    zone,
    formulas,
    // a formula that waits in the journal must not count as deleted
    hasReadAll: missing.length === 0 && formulas.every(({ calls }) => calls) && !isJournalOpen(properties),
    answered: new Map(),
    shownAnswers: new Map(),
    failure: undefined,
    hasTooFewCredits: false,
  };
  const hasAskedAll = askAll(refresh);
  try {
    recordNew(refresh, hasAskedAll && refresh.failure === undefined);
  } catch (error) {
    // a person's change of the list must not stop the refresh of tables
    if (isSignalsError(error) && error.code === 'BUSY') throw error;
    refresh.failure ??= asSignalsError(error);
  }
  let isComplete = false;
  // a manual run continues with its next call; formulas that run twice would show "Loading..." twice
  const { byPerson, stopAt } = run.request;
  if (!run.isStopped && (hasAskedAll || !byPerson)) {
    const { answered } = refresh;
    const isDone = rerun(run, { formulas, answered, stopAt: stopAt + 2 * EXTRA_MS, find });
    // a person must not wait for formulas that can never show their tables
    isComplete = hasAskedAll && (isDone || byPerson);
  }
  if (refresh.failure) throw refresh.failure;
  return !isComplete;
}

/** @returns false if time ran out */
function askAll(refresh: Refresh): boolean {
  const { run, settings } = refresh;
  const options: AnswerOptions = {
    // in manual mode, this job is the request to refresh
    isDaily: true,
    allowance: {
      creditsLeft: () => run.creditsLeft(settings.budget),
      spend: (credits) => run.spend(credits),
      valuesWith: ({ token, amount }) => run.propertiesFor({}, { token, credits: amount }),
    },
    onStale: (error) => fail(refresh, error),
  };
  for (const { call, found } of distinct(refresh.formulas)) {
    if (run.isOver()) return false;
    ask(refresh, options, call, found);
    run.renewLease();
    const { failure } = refresh;
    // creditsLeft ignores credits that an unclear charge holds, so nothing else may be bought
    if (failure && (failure.unclear || RUN_ENDING_ERRORS.includes(failure.code))) return true;
  }
  return true;
}

function ask(refresh: Refresh, options: AnswerOptions, call: AskedCall, found: FoundFormula): void {
  const { run, answered, shownAnswers, zone } = refresh;
  const { platform } = run;
  // the ledger lists the cost with the formula's cell
  const spreadsheet = () => ({ ...platform.spreadsheet, activeCell: () => cellOf(found) });
  const asking = lazyMembers(platform, { spreadsheet });
  const timeMs = Math.min(QUESTION_MS, run.request.stopAt + EXTRA_MS - platform.clock.now());
  const execution = new FormulaExecution(asking, timeMs, options);
  const { parsed } = call;
  refresh.hasTooFewCredits = false;
  try {
    if (!parsed) {
      const table = lookUpTable(execution, call.functionName, call.args);
      answered.set(call.key, { table: () => table, checksum: shortHash(JSON.stringify(table)) });
      return;
    }
    const answer = execution.answer(parsed.question, parsed.token);
    if (answer.usedBudget) markTooFewCredits(refresh);
    const isPaid = DATASETS[parsed.question.dataset].paid;
    const mayBuyMore = refresh.hasTooFewCredits || (answer.isUnfinished && isPaid);
    // the formula of a stale answer may ask again by then; why it is stale is reported already
    const isStale = answer.asOf !== undefined && isPaid;
    if ((mayBuyMore || isStale) && mayExceedBudget(refresh)) {
      if (mayBuyMore) markTooFewCredits(refresh);
      return;
    }
    // an answer that is stale, unfinished, or truncated by a budget does not show what is new
    const isCurrent = answer.asOf === undefined && !answer.usedBudget && !answer.isUnfinished;
    if (isCurrent && !shownAnswers.has(call.seenKey)) {
      const asked = callsOf(refresh).flatMap((one) => (one.seenKey === call.seenKey && one.parsed) || []);
      shownAnswers.set(call.seenKey, shownAnswerOf(answer, asked, found.tab.name(), execution.today()));
    }
    answered.set(call.key, {
      table: (one) => showAnswer(answer, one.parsed ?? parsed, zone),
      checksum: shortHash(JSON.stringify([answer.rows, answer.isTruncated, answer.asOf, answer.through])),
    });
  } catch (error) {
    if (!isSignalsError(error)) throw error;
    fail(refresh, error);
  }
}

function callsOf({ formulas }: Refresh): readonly AskedCall[] {
  return formulas.flatMap(({ calls = [] }) => calls);
}

function markTooFewCredits(refresh: Refresh): void {
  refresh.hasTooFewCredits = true;
  refresh.run.addWarning({ kind: 'budget' });
}

/** True if the formula could buy more than this job may: a rerun has only the daily budget as a limit. */
function mayExceedBudget({ run, settings, connection, zone }: Refresh): boolean {
  const { platform } = run;
  const store = new PurchaseStore(platform);
  return run.creditsLeft(settings.budget) < budgetOf({ platform, store, connection, zone }).left;
}

function fail(refresh: Refresh, error: SignalsError): void {
  if (error.code === 'BUDGET') markTooFewCredits(refresh);
  // the formula's own cell shows such an error
  else if (error.code !== 'BAD_INPUT' && error.code !== 'NO_GROUP') refresh.failure ??= error;
}

/**
 * Lists new records before it marks them as seen: after a crash, the next run lists them again as the same
 * rows. The call that marks them as seen also queues their messages.
 */
function recordNew(refresh: Refresh, isAll: boolean): void {
  const { run, settings, shownAnswers, hasReadAll, zone } = refresh;
  const { platform, properties, log } = run;
  const { id, alerts } = run.job;
  if (isFull(run)) return;
  const now = platform.clock.now();
  const calls = callsOf(refresh);
  const asked = new Set(calls.map(({ seenKey }) => seenKey));
  const stored = readSeen(platform.allDocumentProperties(), id);
  const seen = withNewQuestions(stored, asked);
  const { news, values } = findNewVersions(id, shownAnswers, seen, now);
  const hasAllAnswers = hasReadAll && calls.every((one) => !one.parsed || shownAnswers.has(one.seenKey));
  if (log) logFound(log, shownAnswers, seen, { isAll, hasAllAnswers }, now);
  if (settings.changes && news.length > 0) {
    const { isFull } = writeChanges(platform, news, zone, run.progress.tab, (tab) => run.commit({ tab }));
    if (isFull) run.addWarning({ kind: 'changes-full' });
  }
  const { added, allAdded } = run.progress;
  run.commit(
    { added: added + news.length, allAdded: allAdded + news.length },
    { before: () => ({ ...valuesToQueue(properties, alerts, news), ...values }) },
  );
  if (!isAll) return;
  const isObsolete = (one: SeenVersions) => hasReadAll || isExpired(one, now);
  for (const [key, one] of stored) if (!asked.has(key) && isObsolete(one)) properties.remove(nameOf(id, key));
}
