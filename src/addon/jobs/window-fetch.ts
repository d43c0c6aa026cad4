/** Asks the service for one window of days, through the ledger: reserved with the place, settled with the place. */
import { DATASETS } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import { bodiesOf } from '../answers/requests.js';
import type { Targets } from '../answers/scope.js';
import { resolveTargets, trackedOnly } from '../answers/targets.js';
import { readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { bodiesOfChanges } from '../answers/update-bodies.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { identityOf } from '../question/question.js';
import { later } from '../question/window.js';
import type { Zone } from '../question/zone.js';
import { createClient, type WireBody } from '../service/client.js';
import { buyRecords, type Purchase, reservePurchase } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import type { Incoming } from '../tab/upsert-plan.js';
import type { Written } from '../tab/write-rows.js';
import { layoutOf, textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import type { RequestedWindow, SyncPlace } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { looksCut, MAX_RECORDS_OF_DAY } from './sync-window.js';

export interface FetchedWindow {
  readonly incoming: readonly Incoming[];
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

export interface WindowFetch {
  /** How many requests that cost the question takes: each is queried separately, with the whole limit. */
  parts(): number;
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
  let targets: Targets | undefined;

  function bodiesOfAll(limit: number, today: string): WireBody[] {
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
    return bodiesOf({ ...question, filters: { ...question.filters, limit } }, today, targets);
  }

  function bodiesFor({ start, end, limit, part }: RequestedWindow, today: string): WireBody[] {
    const bodies =
      part === undefined
        ? bodiesOfAll(limit, today)
        : bodiesOfAll(MAX_RECORDS_OF_DAY, today)
            .slice(part, part + 1)
            .map((body) => ({ ...body, limit }));
    return bodiesOfChanges(question, bodies, { start, end });
  }

  /** None for all. */
  function wantedCompanies(): readonly string[] {
    const tracked = trackedOnly(question, targets ?? {});
    return tracked.length > 0 || !exact ? tracked : question.companies;
  }

  function ask(window: RequestedWindow, place: SyncPlace): FetchedWindow {
    const started = clock.now();
    const today = zone.dayOf(new Date(started));
    const purchase: Purchase = {
      dataset,
      key: `job ${run.job.id}`,
      bodies: bodiesFor(window, today),
      day: today,
      budget: Math.min(readSettings(properties).dailyBudget, connection.dailyCap ?? Number.POSITIVE_INFINITY),
      refreshCause: run.refreshCause,
    };
    const { token } = withDocumentLock(platform, () =>
      reserved(() => reservePurchase(platform, properties, purchase, run.valuesFor({ place }))),
    );
    const client = clientUntil(started + BUDGET_MS);
    const { columns } = layout;
    const bought = buyRecords(platform, properties, client, purchase, token, {
      columns,
      byModified: true,
      companies: wantedCompanies(),
    });
    const isCut = bought.lists.map((list) => looksCut(list.records, list.limit));
    // of several days the doubtful ones are asked again, one day alone would bring the same
    const isSplit = window.start < window.end;
    const full = bought.lists.filter(
      (list, index) => list.records >= list.limit || (isSplit && isCut[index]),
    );
    const { records, credits } = bought;
    return {
      incoming: incomingOf(bought.rows, asked, zone),
      records,
      isFull: full.length > 0,
      looksCut: isCut.some(Boolean),
      lastDay: full.map(({ rows }) => lastDayOf(rows, layout.lastModified)).reduce(later, ''),
      settle(next, { added, changed }) {
        const { progress } = run;
        const before = progress();
        run.commit(
          {
            place: next,
            added: before.added + added,
            changed: before.changed + changed,
            credits: before.credits + credits,
            allAdded: before.allAdded + added,
            allCredits: before.allCredits + credits,
          },
          () =>
            bought.settlement({
              who: run.job.ownerName,
              cell: `job: ${run.job.name}`.slice(0, 60),
              question: `${identityOf(question)} ${window.start} ${window.end}`,
              fresh: added + changed,
              source: 'service',
            }),
        );
      },
    };
  }

  return {
    ask,
    parts: () =>
      DATASETS[dataset].paid ? bodiesOfAll(MAX_RECORDS_OF_DAY, zone.dayOf(new Date(clock.now()))).length : 1,
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
  return rows.flatMap((row, index) => {
    const name = textAt(row, id);
    const cells = new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? '']));
    // a record without an id could not be found again
    return name === '' ? [] : [{ id: name, changedOn: textAt(row, lastModified), cells }];
  });
}

/** Of a list that is newest first; in any other list, something may be missing anywhere. */
function lastDayOf(list: readonly Row[], lastModified: number): string {
  const days = list.map((row) => textAt(row, lastModified));
  const ordered = days.every((day, index) => index === 0 || day <= days[index - 1]!);
  return ordered ? (days[days.length - 1] ?? '') : '';
}
