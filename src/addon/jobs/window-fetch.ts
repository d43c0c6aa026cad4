/** Asks the service for one window of days, through the ledger: reserved with the place, settled with the place. */
import { DATASETS } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { dailyBudgetOf } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import { asksFor, findKnownChanges, poolWithChanges, wantedChanges, withNewest } from '../answers/changes.js';
import type { Wanted } from '../answers/known.js';
import { bodyOf } from '../answers/plan.js';
import { makeRoom } from '../answers/put-away.js';
import type { Targets } from '../answers/scope.js';
import { resolveTargets, trackedOnly } from '../answers/targets.js';
import { readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { renewViews } from '../answers/view.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import { later } from '../question/window.js';
import type { Zone } from '../question/zone.js';
import { createClient } from '../service/client.js';
import { buyRecords, type Purchase, reservePurchase } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Incoming } from '../tab/upsert-plan.js';
import type { Written } from '../tab/write-rows.js';
import { createExactTest } from '../table/exact.js';
import { layoutOf, textAt } from '../table/record-layout.js';
import { createLinker } from '../table/record-links.js';
import type { Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import { type DayWindow, NEW_PROGRESS, type RequestedWindow, type SyncPlace, sumOf } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { looksCut, MAX_RECORDS_OF_DAY } from './sync-window.js';

export interface FetchedWindow {
  readonly incoming: readonly Incoming[];
  /** What they are made from. */
  readonly rows: readonly Row[];
  readonly records: number;
  readonly isFull: boolean;
  /** Fewer than asked for, and yet so round a number that the service may have cut it. */
  readonly looksCut: boolean;
  readonly lastDay: string;
  /** To be called when the rows are in the tab: settles the cost and moves on in one write. */
  settle(place: SyncPlace, written: Written): void;
}

export interface WindowFetchOptions {
  readonly run: Run;
  readonly asked: SyncQuestion;
  readonly connection: StoredConnection;
  readonly zone: Zone;
}

/** For one request and what may have to be looked up before it. */
const BUDGET_MS = 45_000;
/** To learn how much there is. */
const COUNT_MS = 10_000;

export interface WindowFetch {
  /** How many requests that cost the question takes: each is queried separately, with the whole limit. */
  parts(): number;
  /**
   * The first days of a window that are known, as a whole, or missing.
   * @param limit the most records that may be taken from what is known
   */
  firstDays(window: DayWindow, limit: number): DayWindow;
  /** How many records a window has, where the service tells it for nothing. */
  count(window: DayWindow): number | undefined;
  /** @param place to keep with the reservation */
  ask(window: RequestedWindow, place: SyncPlace): FetchedWindow;
}

export function createWindowFetch(
  platform: Platform,
  properties: Properties,
  { run, asked, connection, zone }: WindowFetchOptions,
): WindowFetch {
  const { clock } = platform;
  const { question, exact } = asked;
  const { dataset } = question;
  const layout = layoutOf({ dataset, filters: { dateType: 'LAST-MODIFIED' } });
  const clientUntil = (deadline: number) => createClient(platform, connection, deadline);
  const memory = new Map<string, unknown>();
  let targets: Targets | undefined;
  let isCounting = true;
  /** What the service has told last, of the window that is asked for next. */
  let counted: (DayWindow & { readonly count: number }) | undefined;

  function allTargets(): Targets {
    targets ??= resolveTargets(question, readSettings(properties).groups, (groups) => {
      const deadline = clock.now() + BUDGET_MS;
      const lists = groups.map((group) =>
        readTrackedCompanies(platform, () => clientUntil(deadline), {
          group,
          payer: connection.payer,
          token: run.token,
          after: 0,
          deadline,
        }),
      );
      return lists.flat().map(toTrackedCompany);
    });
    return targets;
  }

  function wantedFor({ start, end, part }: DayWindow, limit: number): Wanted {
    return wantedChanges({ question, targets: allTargets(), part, days: { start, end }, limit });
  }

  /** None for all. */
  function wantedCompanies(): readonly string[] {
    const tracked = trackedOnly(question, targets ?? {});
    return tracked.length > 0 || !exact ? tracked : question.companies;
  }

  function ask(window: RequestedWindow, place: SyncPlace): FetchedWindow {
    const started = clock.now();
    const today = zone.dayOf(new Date(started));
    const wanted = wantedFor(window, window.limit);
    const known = window.isKnown && findKnownChanges(platform, connection.payer, wanted, memory).rows;
    const purchase: Purchase = {
      dataset,
      key: `job ${run.job.id}`,
      bodies: known ? [] : asksFor(wanted).map((one) => bodyOf(one, {})),
      day: today,
      budget: dailyBudgetOf(platform, properties, connection),
      refreshCause: run.refreshCause,
    };
    const order = withDocumentLock(platform, () =>
      reserved(() => {
        if (!known) makeRoom(platform, memory);
        return reservePurchase(platform, properties, purchase, run.valuesFor({ place }));
      }),
    );
    const { at } = order;
    const client = clientUntil(started + BUDGET_MS);
    const { columns } = layout;
    const bought = buyRecords(platform, properties, client, purchase, order, {
      columns,
      byModified: true,
      companies: wantedCompanies(),
    });
    // where the service has told how many there are, no round number is a riddle
    const isAll =
      counted?.count === bought.records &&
      [counted.start, counted.end, counted.part].join() === [window.start, window.end, window.part].join();
    const isCut = bought.lists.map((list) => !isAll && looksCut(list.records, list.limit));
    // of several days the doubtful ones are asked again, one day alone would bring the same
    const isSplit = window.start < window.end;
    const full = bought.lists.filter(
      (list, index) => list.records >= list.limit || (isSplit && isCut[index]),
    );
    const { credits } = bought;
    const newest = (rows: readonly Row[]) =>
      at < started ? withNewest(platform, connection.payer, wanted, rows, at) : rows;
    const records = known ? known.length : bought.records;
    const rows = known ? exactly(known) : newest(bought.rows);
    return {
      incoming: incomingOf(rows, asked, zone),
      rows,
      records,
      isFull: full.length > 0,
      looksCut: isCut.some(Boolean),
      lastDay: full.map(({ rows }) => lastDayOf(rows, layout.lastModified)).reduce(later, ''),
      settle(next, { added, changed }) {
        const before = run.progress();
        const counts = { added, changed, credits };
        const change = {
          place: next,
          ...sumOf(before, counts),
          ...(run.job.digest !== '' && { unreported: sumOf(before.unreported ?? NEW_PROGRESS, counts) }),
          allAdded: before.allAdded + added,
          allCredits: before.allCredits + credits,
        };
        if (known) return run.commit(change);
        const settlement = () =>
          bought.settlement({
            who: run.holder,
            cell: `job: ${run.job.name}`.slice(0, 60),
            question: `${describeQuestion(question)}, ${window.start} to ${window.end}`,
            fresh: added + changed,
            source: 'service',
          });
        let removed: readonly string[] = [];
        try {
          const stored = () => {
            const pool = ignoreErrors(() =>
              poolWithChanges(platform, connection.payer, wanted, bought.lists, at),
            );
            removed = pool?.removed ?? [];
            return pool?.values ?? {};
          };
          run.commit(change, { before: stored, after: settlement });
        } catch (error) {
          if (isSignalsError(error)) throw error;
          // the properties are full of other things: what is in the tab is settled all the same
          run.commit(change, { after: settlement });
          return;
        }
        for (const name of removed) ignoreErrors(() => properties.remove(name));
        renewViews(platform, dataset);
      },
    };
  }

  /** Known rows, as buying them would have left them. */
  function exactly(rows: readonly Row[]): readonly Row[] {
    const companies = wantedCompanies();
    return companies.length > 0 ? rows.filter(createExactTest(layout.columns, companies)) : rows;
  }

  return {
    ask,
    count(window) {
      // a service that does not tell is not asked again by this run
      if (!isCounting) return undefined;
      const bodies = asksFor(wantedFor(window, 1)).map((one) => bodyOf(one, {}));
      const client = clientUntil(clock.now() + COUNT_MS);
      const counts = ignoreErrors(() => client.matching(dataset, bodies)) ?? [undefined];
      const count = counts.reduce<number>((sum, one = Number.NaN) => sum + one, 0);
      isCounting = !Number.isNaN(count);
      counted = { ...window, count };
      return count;
    },
    firstDays(window, limit) {
      const wanted = wantedFor(window, limit);
      const { until, rows } = findKnownChanges(platform, connection.payer, wanted, memory);
      return { ...window, end: until, ...(rows && { isKnown: true }) };
    },
    parts() {
      const days = { start: '', end: '' };
      return DATASETS[dataset].paid ? wantedFor(days, MAX_RECORDS_OF_DAY).scopes.length : 1;
    },
  };
}

/** Makes a reservation. Where the outcome of an earlier call is unclear, a job has a cure of its own. */
function reserved<T>(reserve: () => T): T {
  try {
    return reserve();
  } catch (error) {
    throw isSignalsError(error) && error.code === 'TIMEOUT' ? errors.jobUnclear() : error;
  }
}

function incomingOf(
  rows: readonly Row[],
  { question, columns: shown }: SyncQuestion,
  zone: Zone,
): Incoming[] {
  if (rows.length === 0) return [];
  const { columns, id, lastModified } = layoutOf({ dataset: question.dataset, filters: {} });
  const table = toTable({
    rows,
    columns,
    view: { columns: shown, sort: [], headers: false },
    zone,
    notes: [],
  });
  const linksOf = createLinker(columns, shown);
  return rows.flatMap((row, index) => {
    const name = textAt(row, id);
    const cells = new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? '']));
    // a record without an id could not be found again
    if (name === '') return [];
    return [{ id: name, changedOn: textAt(row, lastModified), cells, links: linksOf(row) }];
  });
}

/** Of a list that is newest first; in any other list, something may be missing anywhere. */
function lastDayOf(list: readonly Row[], lastModified: number): string {
  const days = list.map((row) => textAt(row, lastModified));
  const ordered = days.every((day, index) => index === 0 || day <= days[index - 1]!);
  return ordered ? (days[days.length - 1] ?? '') : '';
}
