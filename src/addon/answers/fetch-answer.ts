/** Asks the service for what a held answer lacks, or for all of it, and stores what comes with what it cost. */
import { DATASETS } from '../../contract/datasets.js';
import type { ActivityCall } from '../../contract/sidebar-api.js';
import type { Context } from '../account/context.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion } from '../question/describe.js';
import type { Question } from '../question/question.js';
import { bodiesOf, type Targets } from '../question/requests.js';
import { later } from '../question/window.js';
import type { Client } from '../service/client.js';
import { logCall, readBook } from '../spending/ledger.js';
import { settle, turnTo } from '../spending/ledger-book.js';
import { type Bought, buy, type Purchase, reservePurchase } from '../spending/purchase.js';
import { hash } from '../storage/hash.js';
import { attempt } from '../storage/ignore-errors.js';
import { lastingStore } from '../storage/persistent-store.js';
import { createExactTest } from '../table/exact.js';
import { unite } from '../table/merge-answers.js';
import { createRowReader, type Row } from '../table/rows.js';
import { type Moment, type Update, updateOf } from './freshness.js';
import { holdAnswer, mergeChanges } from './merge.js';
import { comparesModified, type Held, keyOf, type Layout, layoutOf, textAt } from './stored-answer.js';
import { answerKey, type StoredAnswers } from './stored-answers.js';
import { bodiesOfUpdate } from './update-bodies.js';

export interface Fetching {
  readonly question: Question;
  readonly identity: string;
  readonly context: Context;
  readonly targets: Targets;
  /** Today in the spreadsheet's zone. */
  readonly today: string;
  readonly moment: Moment;
  /** The wish that forced it: a value of `refresh`, or the time of a refresh; empty when nobody asked. */
  readonly by: string;
  /** What is held already. */
  readonly held: Held | undefined;
  /** Values of `refresh` that this serves, as hashes. */
  readonly tokens: readonly string[];
  /** A formula of its own asks, not a narrower one that would take its answer from this. */
  readonly own: boolean;
}

/** What is about to be asked, and the reservation for it. */
export interface Plan {
  readonly fetching: Fetching;
  /** Undefined: the whole answer. */
  readonly update: Update | undefined;
  readonly purchase: Purchase;
  readonly token: string;
}

interface Received {
  readonly rows: readonly Row[];
  readonly records: number;
  /** Below this key something may be missing, because an answer was as long as its limit; empty when nothing is. */
  readonly floor: string;
  readonly bought: Bought;
  readonly started: number;
}

const LOCK_WAIT_MS = 10_000;

/** Chooses what to ask and reserves what it may cost. The document's lock must be held. @throws BUDGET, TIMEOUT */
export function planFetch(platform: Platform, fetching: Fetching, whole = false): Plan {
  const { question, identity, context, targets, today, moment, by, held } = fetching;
  // asked for other companies, as when a group has changed, it cannot be brought up to date
  const same = held !== undefined && (held.targets ?? '') === targetsText(targets);
  const update = whole || !same ? undefined : updateOf(question, held, moment);
  const bodies = bodiesOf(question, today, targets);
  const purchase: Purchase = {
    dataset: question.dataset,
    key: answerKey(identity),
    bodies: update ? bodiesOfUpdate(question, bodies, update) : bodies,
    day: today,
    budget: Math.min(context.settings.dailyBudget, context.dailyCap ?? Number.POSITIVE_INFINITY),
    by,
  };
  return { fetching, update, purchase, token: reservePurchase(platform, lastingStore(platform), purchase) };
}

/** Carries a plan out. @throws what the client throws, BUDGET, BUSY */
export function fetchAnswer(platform: Platform, stored: StoredAnswers, client: Client, plan: Plan): Held {
  const { fetching, update } = plan;
  const { question, held, moment, tokens } = fetching;
  const received = ask(platform, client, plan);
  const asked = {
    askedAt: moment.now,
    window: moment.window,
    tokens,
    targets: targetsText(fetching.targets),
    reservation: received.bought.token,
    credits: received.bought.credits,
  };
  if (!held || !update) {
    const whole = holdAnswer(question, received, asked);
    keep(platform, stored, plan, received, whole);
    return whole;
  }
  if (received.floor === '') {
    const merged = mergeChanges(question, held, received.rows, {
      ...asked,
      filledHole: update.hole !== undefined,
      last: update.changes.end,
    });
    keep(platform, stored, plan, received, merged);
    return merged;
  }
  // as long as its limit: changes may be missing, so only a whole answer is right, and if it fails the next one too
  keep(platform, stored, plan, received, { ...held, derived: true });
  return fetchAnswer(platform, stored, client, planUnderLock(platform, fetching, true));
}

/** `planFetch` with the lock taken for it. @throws BUSY, and what `planFetch` throws */
export function planUnderLock(platform: Platform, fetching: Fetching, whole = false): Plan {
  const { documentLock: lock } = platform;
  if (!lock) return planFetch(platform, fetching, whole);
  let plan: Plan | undefined;
  lock.run(LOCK_WAIT_MS, () => {
    plan = planFetch(platform, fetching, whole);
  });
  if (!plan) throw errors.busy();
  return plan;
}

/** Tells the companies of two requests apart. */
function targetsText(targets: Targets): string {
  return Object.keys(targets).length > 0 ? hash(JSON.stringify(targets)) : '';
}

function ask(platform: Platform, client: Client, { fetching, purchase, token }: Plan): Received {
  const { question, targets } = fetching;
  const { dataset, bodies } = purchase;
  const { groups, filters } = question;
  const layout = layoutOf(question);
  const read = createRowReader(layout.columns, DATASETS[dataset].dates);
  const started = platform.clock.now();
  const bought =
    bodies.length > 0
      ? buy(platform, lastingStore(platform), client, purchase, token)
      : { answers: [], token, credits: 0 };
  const lists = bought.answers.map((answer) => read(answer.records));
  const floors = bought.answers.map(({ records }, index) =>
    records.length >= Number(bodies[index]!['limit']) ? floorOf(lists[index]!, layout) : '',
  );
  const rows =
    lists.length > 0 ? unite(lists, layout.columns, comparesModified(dataset, filters['dateType'])) : [];
  // the service matches parts of domains: x-acme.example too, where the group holds acme.example
  const tracked = groups.length > 0 ? [...(targets.companyDomain ?? []), ...(targets.companyName ?? [])] : [];
  return {
    rows: tracked.length > 0 ? rows.filter(createExactTest(layout.columns, tracked)) : rows,
    records: bought.answers.reduce((sum, answer) => sum + answer.records.length, 0),
    floor: floors.reduce(later, ''),
    bought,
    started,
  };
}

/** The last row of a list that is newest first; of any other list nobody knows what is missing where. */
function floorOf(list: readonly Row[], layout: Layout): string {
  const keys = list.map((row) => keyOf(row, layout));
  const ordered = keys.every((key, index) => index === 0 || key <= keys[index - 1]!);
  return (ordered ? keys[keys.length - 1] : keys.reduce(later, '')) ?? '';
}

/**
 * Stores the answer and settles its cost in one call, so that a crash leaves both or neither. Without an answer only
 * the cost is settled.
 */
function keep(
  platform: Platform,
  stored: StoredAnswers,
  plan: Plan,
  received: Received,
  held: Held | undefined,
): void {
  const { identity, context, own } = plan.fetching;
  const lasting = lastingStore(platform);
  const call = callOf(platform, plan, received);
  const compressed = held && stored.prepare(identity, context.payer, held);
  const write = () => {
    if (!lasting) return;
    const values = settlement(lasting, plan, received, call);
    if (compressed === undefined) lasting.setAll(values);
    else stored.toLasting(identity, compressed, values, own);
  };
  const { documentLock: lock } = platform;
  // without the lock the reservation stays open: the ledger then says too much rather than too little
  attempt(() => (lock ? lock.run(LOCK_WAIT_MS, write) : write()));
  if (held) stored.toCache(identity, context.payer, held);
}

function callOf(
  platform: Platform,
  { fetching, update }: Plan,
  { rows, records, bought, started }: Received,
): ActivityCall {
  const { id, lastModified } = layoutOf(fetching.question);
  const version = (row: Row) => `${textAt(row, id)} ${textAt(row, lastModified)}`;
  const known = new Set(fetching.held?.rows.map(version));
  return {
    at: started,
    who: '',
    cell: (attempt(() => platform.spreadsheet.activeCell()) ?? '').slice(0, 60),
    question: describeQuestion(fetching.question),
    records,
    fresh: rows.filter((row) => !known.has(version(row))).length,
    credits: bought.credits,
    source: update ? 'delta' : 'service',
    ms: platform.clock.now() - started,
  };
}

function settlement(
  lasting: NonNullable<ReturnType<typeof lastingStore>>,
  { fetching }: Plan,
  { bought }: Received,
  call: ActivityCall,
): Readonly<Record<string, string>> {
  const book = settle(turnTo(readBook(lasting), fetching.today), bought.token, {
    credits: bought.credits,
    cell: call.cell,
    person: call.who,
    cause: fetching.moment.forced ? 'refresh' : 'formula',
    ...(bought.balance !== undefined && { balance: bought.balance }),
  });
  return logCall(lasting, book, call).values;
}
