/** Asks the service for what a held answer lacks, or for all of it, and stores what comes with what it cost. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import { createExactTest } from '../answer/exact.js';
import { createRowReader, type Row } from '../answer/rows.js';
import { unite } from '../answer/unite.js';
import type { Platform } from '../platform.js';
import type { FilterValue, Question } from '../question/question.js';
import { bodiesOf, type Targets, type WireBody } from '../question/requests.js';
import type { Client } from '../service/client.js';
import type { Context } from './context.js';
import { type Moment, type Update, updateOf } from './freshness.js';
import { comparesModified, type Held, keyOf, type Layout, layoutOf, textAt } from './held.js';
import { lastingStore } from './lasting.js';
import { type Call, logCall, readBook } from './ledger.js';
import { settle, turnTo } from './ledger-book.js';
import { holdAnswer, mergeChanges } from './merge.js';
import { type Bought, buy } from './purchase.js';
import { answerKey, type StoredAnswers } from './stored-answers.js';
import { later, type Window } from './window.js';

export interface Fetching {
  readonly question: Question;
  readonly identity: string;
  readonly context: Context;
  readonly client: Client;
  readonly targets: Targets;
  /** Today in the spreadsheet's zone. */
  readonly today: string;
  readonly moment: Moment;
  /** What is held already. */
  readonly held: Held | undefined;
  /** Values of `refresh` that this serves, as hashes. */
  readonly tokens: readonly string[];
}

interface Received {
  readonly rows: readonly Row[];
  readonly records: number;
  /** Below this key something may be missing, because an answer was as long as its limit; empty when nothing is. */
  readonly floor: string;
  readonly bought: Bought;
  readonly source: Call['source'];
  readonly started: number;
}

const LOCK_WAIT_MS = 10_000;

/** @throws what the client throws, BUDGET, BUSY */
export function fetchAnswer(platform: Platform, stored: StoredAnswers, fetching: Fetching): Held {
  const { question, held, moment, tokens } = fetching;
  const update = held && updateOf(question, held, moment);
  const asked = (bought: Bought) => ({
    askedAt: moment.now,
    window: moment.window,
    tokens,
    reservation: bought.token,
    credits: bought.credits,
  });
  if (held && update) {
    const bodies = updateBodies(fetching, update);
    const received = bodies.length > 0 ? ask(platform, fetching, bodies, 'delta') : nothing(moment.now);
    if (received.floor === '') {
      const merged = mergeChanges(question, held, received.rows, {
        ...asked(received.bought),
        filledHole: update.hole !== undefined,
        last: update.changes.end,
      });
      return keep(platform, stored, fetching, merged, received);
    }
    // as long as its limit: changes may be missing, so only a whole answer is right
    keep(platform, stored, fetching, undefined, received);
  }
  const received = ask(platform, fetching, bodiesOf(question, fetching.today, fetching.targets), 'service');
  return keep(platform, stored, fetching, holdAnswer(question, received, asked(received.bought)), received);
}

function ask(
  platform: Platform,
  fetching: Fetching,
  bodies: readonly WireBody[],
  source: Call['source'],
): Received {
  const { question, identity, context, client, moment, today, targets } = fetching;
  const { dataset, groups, filters } = question;
  const layout = layoutOf(question);
  const read = createRowReader(layout.columns, DATASETS[dataset].dates);
  const started = platform.clock.now();
  const limits = bodies.map((body) => Number(body['limit']));
  const bought = buy(platform, lastingStore(platform), client, {
    dataset,
    key: answerKey(identity),
    bodies,
    ceiling: limits.reduce((sum, limit) => sum + limit, 0),
    day: today,
    budget: Math.min(context.settings.dailyBudget, context.dailyCap ?? Number.POSITIVE_INFINITY),
    forced: moment.forced,
  });
  const lists = bought.answers.map((answer) => read(answer.records));
  const floors = bought.answers.map((answer, index) =>
    answer.records.length >= limits[index]! ? floorOf(lists[index]!, layout) : '',
  );
  const rows = unite(lists, layout.columns, comparesModified(dataset, filters['dateType']));
  // the service matches parts of domains: x-acme.example too, where the group holds acme.example
  const tracked = groups.length > 0 ? [...(targets.companyDomain ?? []), ...(targets.companyName ?? [])] : [];
  return {
    rows: tracked.length > 0 ? rows.filter(createExactTest(layout.columns, tracked)) : rows,
    records: bought.answers.reduce((sum, answer) => sum + answer.records.length, 0),
    floor: floors.reduce(later, ''),
    bought,
    source,
    started,
  };
}

/** The last row of a list that is newest first; of any other list nobody knows what is missing where. */
function floorOf(list: readonly Row[], layout: Layout): string {
  const keys = list.map((row) => keyOf(row, layout));
  const ordered = keys.every((key, index) => index === 0 || key <= keys[index - 1]!);
  return (ordered ? keys[keys.length - 1] : keys.reduce(later, '')) ?? '';
}

/** The bodies of a question with other dates; none where the update is empty. */
function updateBodies({ question, today, targets }: Fetching, { changes, hole }: Update): WireBody[] {
  const { dataset, filters } = question;
  const { dates } = DATASETS[dataset];
  const bodies = bodiesOf(question, today, targets);
  const over = (window: Window, dateType: FilterValue | undefined) =>
    bodies.map(({ date: _date, startDate: _start, endDate: _end, dateType: _type, ...rest }) => ({
      ...(dataset === 'business-expansion' && dateType !== undefined && { dateType }),
      startDate: wireFromIso(window.start, dates),
      endDate: wireFromIso(window.end, dates),
      ...rest,
    }));
  return [
    ...(changes.start <= changes.end ? over(changes, 'LAST-MODIFIED') : []),
    ...(hole ? over(hole, filters['dateType']) : []),
  ];
}

/**
 * Stores the answer and settles its cost in one call, so that a crash leaves both or neither. Without an answer only
 * the cost is settled.
 */
function keep<H extends Held | undefined>(
  platform: Platform,
  stored: StoredAnswers,
  fetching: Fetching,
  held: H,
  received: Received,
): H {
  const { identity, context } = fetching;
  const lasting = lastingStore(platform);
  const write = () => {
    const values = lasting ? settlement(platform, lasting, fetching, received) : {};
    if (held) stored.toLasting(identity, context.payer, held, values);
    else lasting?.setAll(values);
  };
  const lock = platform.documentLock;
  // without the lock the reservation stays open: the ledger then says too much rather than too little
  if (lock) lock.run(LOCK_WAIT_MS, write);
  else write();
  if (held) stored.toCache(identity, context.payer, held);
  return held;
}

function settlement(
  platform: Platform,
  lasting: NonNullable<ReturnType<typeof lastingStore>>,
  { question, identity, held, today, moment }: Fetching,
  { rows, records, bought, source, started }: Received,
): Readonly<Record<string, string>> {
  const { columns: _columns, ...places } = layoutOf(question);
  const version = (row: Row) => `${textAt(row, places.id)} ${textAt(row, places.lastModified)}`;
  const known = new Set(held?.rows.map(version));
  const cell = platform.spreadsheet.activeCell();
  const cause = moment.forced ? 'refresh' : 'formula';
  const spent = { credits: bought.credits, cell: cell.slice(0, 60), person: '', cause };
  const book = settle(turnTo(readBook(lasting), today), bought.token, {
    ...spent,
    ...(bought.balance !== undefined && { balance: bought.balance }),
  });
  return logCall(lasting, book, {
    at: started,
    who: '',
    cell: spent.cell,
    question: identity,
    records,
    fresh: rows.filter((row) => !known.has(version(row))).length,
    credits: bought.credits,
    source,
    ms: platform.clock.now() - started,
  }).values;
}

function nothing(now: number): Received {
  const bought: Bought = { answers: [], token: '', credits: 0 };
  return { rows: [], records: 0, floor: '', bought, source: 'delta', started: now };
}
