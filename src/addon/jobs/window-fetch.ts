/** Asks the service for one window of days, through the ledger: reserved with the place, settled with the place. */
import { DATASETS } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import { layoutOf, textAt } from '../answers/stored-answer.js';
import { readRoster, toTrackedCompany } from '../answers/tracked-companies.js';
import { bodiesOfUpdate } from '../answers/update-bodies.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { identityOf } from '../question/question.js';
import { bodiesOf, type Targets, type WireBody } from '../question/requests.js';
import { resolveTargets } from '../question/targets.js';
import { later } from '../question/window.js';
import type { Zone } from '../question/zone.js';
import { createClient } from '../service/client.js';
import { logCall, readBook } from '../spending/ledger.js';
import { settle, turnTo } from '../spending/ledger-book.js';
import { buy, type Purchase, reservePurchase } from '../spending/purchase.js';
import type { Incoming } from '../tab/upsert-plan.js';
import type { Written } from '../tab/write-rows.js';
import { createExactTest } from '../table/exact.js';
import { unite } from '../table/merge-answers.js';
import { createRowReader, type Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import type { AskedWindow, SyncPlace } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { looksCut, MAX_RECORDS_OF_DAY } from './sync-window.js';

export interface Received {
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
const LOCK_WAIT_MS = 15_000;

export interface WindowFetch {
  /** How many requests that cost the question takes: each is asked by itself, with the whole limit. */
  parts(): number;
  /** @param place to keep with the reservation */
  ask(window: AskedWindow, place: SyncPlace): Received;
}

export function createWindowFetch(
  platform: Platform,
  properties: Properties,
  { run, asked, connection, zone }: WindowFetchOptions,
): WindowFetch {
  const { clock, documentLock: lock } = platform;
  const { question, exact } = asked;
  const { dataset } = question;
  const layout = layoutOf({ dataset, filters: { dateType: 'LAST-MODIFIED' } });
  const clientUntil = (deadline: number) => createClient(platform, connection, deadline);
  let targets: Targets | undefined;

  function bodiesOfAll(limit: number, today: string): WireBody[] {
    targets ??= resolveTargets(question, readSettings(properties).groups, (groups) => {
      const deadline = clock.now() + BUDGET_MS;
      const rosters = groups.map((group) =>
        readRoster(platform, () => clientUntil(deadline), {
          group,
          payer: connection.payer,
          token: run.token,
          after: 0,
          deadline,
        }),
      );
      return rosters.flat().map(toTrackedCompany);
    });
    return bodiesOf({ ...question, filters: { ...question.filters, limit } }, today, targets);
  }

  function bodiesFor({ start, end, limit, part }: AskedWindow, today: string): WireBody[] {
    const bodies =
      part === undefined
        ? bodiesOfAll(limit, today)
        : bodiesOfAll(MAX_RECORDS_OF_DAY, today)
            .slice(part, part + 1)
            .map((body) => ({ ...body, limit }));
    return bodiesOfUpdate(question, bodies, { changes: { start, end } });
  }

  function wantedRows(rows: readonly Row[]): readonly Row[] {
    const { companyDomain = [], companyName = [] } = targets ?? {};
    // the service matches parts of domains: x-acme.example too, where the group holds acme.example
    const tracked = question.groups.length > 0 ? [...companyDomain, ...companyName] : [];
    const words = tracked.length > 0 ? tracked : exact ? question.companies : [];
    return words.length > 0 ? rows.filter(createExactTest(layout.columns, words)) : rows;
  }

  function ask(window: AskedWindow, place: SyncPlace): Received {
    const started = clock.now();
    const today = zone.dayOf(new Date(started));
    const purchase: Purchase = {
      dataset,
      key: `job ${run.job.id}`,
      bodies: bodiesFor(window, today),
      day: today,
      budget: Math.min(readSettings(properties).dailyBudget, connection.dailyCap ?? Number.POSITIVE_INFINITY),
      by: run.by,
    };
    let token = '';
    const ran = lock?.run(LOCK_WAIT_MS, () => {
      token = reserved(() => reservePurchase(platform, properties, purchase, run.valuesFor({ place })));
    });
    if (!ran) throw errors.settingsBusy();
    const bought = buy(platform, properties, clientUntil(started + BUDGET_MS), purchase, token);
    const read = createRowReader(layout.columns, DATASETS[dataset].dates);
    const lists = bought.answers.map(({ records }) => read(records));
    const lengths = bought.answers.map((answer, index) => ({
      count: answer.records.length,
      limit: Number(purchase.bodies[index]!['limit']),
    }));
    const isCut = lengths.map(({ count, limit }) => looksCut(count, limit));
    // of several days the doubtful ones are asked again, one day alone would bring the same
    const isSplit = window.start < window.end;
    const full = lists.filter(
      (_, index) => lengths[index]!.count >= lengths[index]!.limit || (isSplit && isCut[index]),
    );
    const records = bought.answers.reduce((sum, answer) => sum + answer.records.length, 0);
    const rows = wantedRows(lists.length > 0 ? unite(lists, layout.columns, true) : []);
    return {
      incoming: incomingOf(rows, asked, zone),
      records,
      isFull: full.length > 0,
      looksCut: isCut.some(Boolean),
      lastDay: full.map((list) => lastDayOf(list, layout.lastModified)).reduce(later, ''),
      settle(next, { added, changed }) {
        const { progress } = run;
        const before = progress();
        const credits = bought.credits;
        run.commit(
          {
            place: next,
            added: before.added + added,
            changed: before.changed + changed,
            credits: before.credits + credits,
            allAdded: before.allAdded + added,
            allCredits: before.allCredits + credits,
          },
          () => {
            const cell = `job: ${run.job.name}`.slice(0, 60);
            const book = settle(turnTo(readBook(properties), today), token, {
              credits,
              cell,
              person: run.job.ownerName,
              cause: 'job',
              ...(bought.balance !== undefined && { balance: bought.balance }),
            });
            const call = {
              at: started,
              who: run.job.ownerName,
              cell,
              question: `${identityOf(question)} ${window.start} ${window.end}`,
              records,
              fresh: added + changed,
              credits,
              source: 'service',
              ms: clock.now() - started,
            } as const;
            return logCall(properties, book, call).values;
          },
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
function reserved(reserve: () => string): string {
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

/** Of a list that is newest first; of any other nobody knows what is missing where. */
function lastDayOf(list: readonly Row[], lastModified: number): string {
  const days = list.map((row) => textAt(row, lastModified));
  const ordered = days.every((day, index) => index === 0 || day <= days[index - 1]!);
  return ordered ? (days[days.length - 1] ?? '') : '';
}
