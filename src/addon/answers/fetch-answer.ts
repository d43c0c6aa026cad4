/** Queries the changes of a stored answer, or the whole answer, and stores the result together with its cost. */
import type { Context } from '../account/context.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion, type Question } from '../question/question.js';
import { later } from '../question/window.js';
import type { Client } from '../service/client.js';
import { type BoughtRecords, buyRecords, type Purchase, reservePurchase } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { comparesModified, keyOf, layoutOf, type RecordLayout, textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { type FreshnessCheck, type Update, updateOf } from './freshness.js';
import { mergeChanges, storeWhole } from './merge.js';
import { bodiesOf, type Targets } from './requests.js';
import type { StoredAnswer } from './stored-answer.js';
import { answerKey, type StoredAnswers } from './stored-answers.js';
import { trackedOnly } from './targets.js';
import { bodiesOfUpdate } from './update-bodies.js';

export interface Fetching {
  readonly question: Question;
  readonly identity: string;
  readonly context: Context;
  readonly targets: Targets;
  /** Today in the spreadsheet's zone. */
  readonly today: string;
  readonly moment: FreshnessCheck;
  /** Why the refresh is forced: a value of `refresh`, or the time of a refresh; empty when it is not. */
  readonly refreshCause: string;
  /** The stored answer, if there is one. */
  readonly held: StoredAnswer | undefined;
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

interface Received extends BoughtRecords {
  /** Below this key something may be missing, because an answer was as long as its limit; empty when nothing is. */
  readonly floor: string;
}

/** Chooses what to ask and reserves what it may cost. The document's lock must be held. @throws BUDGET, TIMEOUT */
export function planFetch(platform: Platform, fetching: Fetching, whole = false): Plan {
  const { question, identity, context, targets, today, moment, refreshCause, held } = fetching;
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
    refreshCause,
  };
  return {
    fetching,
    update,
    purchase,
    token: reservePurchase(platform, persistentStore(platform), purchase),
  };
}

/** Carries a plan out. @throws what the client throws, BUDGET, BUSY */
export function fetchAnswer(
  platform: Platform,
  stored: StoredAnswers,
  client: Client,
  plan: Plan,
): StoredAnswer {
  const { fetching, update } = plan;
  const { question, held, moment, tokens } = fetching;
  const received = ask(platform, client, plan);
  const asked = {
    askedAt: moment.now,
    window: moment.window,
    tokens,
    targets: targetsText(fetching.targets),
    reservation: plan.token,
    credits: received.credits,
  };
  if (!held || !update) {
    const whole = storeWhole(question, received, asked);
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
  return withDocumentLock(platform, () => planFetch(platform, fetching, whole), { busy: errors.busy });
}

/** Tells the companies of two requests apart. */
function targetsText(targets: Targets): string {
  return Object.keys(targets).length > 0 ? hash(JSON.stringify(targets)) : '';
}

function ask(platform: Platform, client: Client, { fetching, purchase, token }: Plan): Received {
  const { question, targets } = fetching;
  const { dataset } = purchase;
  const layout = layoutOf(question);
  const bought = buyRecords(platform, persistentStore(platform), client, purchase, token, {
    columns: layout.columns,
    byModified: comparesModified(dataset, question.filters['dateType']),
    companies: trackedOnly(question, targets),
  });
  const floors = bought.lists.map(({ rows, records, limit }) =>
    records >= limit ? floorOf(rows, layout) : '',
  );
  return { ...bought, floor: floors.reduce(later, '') };
}

/** The last row of a list that is newest first; in any other list something may be missing anywhere. */
function floorOf(list: readonly Row[], layout: RecordLayout): string {
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
  held: StoredAnswer | undefined,
): void {
  const { identity, context, own } = plan.fetching;
  const store = persistentStore(platform);
  const call = callOf(platform, plan, received);
  const compressed = held && stored.prepare(identity, context.payer, held);
  const write = () => {
    if (!store) return;
    const values = received.settlement(call);
    if (compressed === undefined) store.setAll(values);
    else stored.toProperties(identity, compressed, values, own);
  };
  // without the lock the reservation stays open: the ledger then says too much rather than too little
  ignoreErrors(() => withDocumentLock(platform, write));
  if (held) stored.toCache(identity, context.payer, held);
}

function callOf(
  platform: Platform,
  { fetching, update }: Plan,
  { rows }: Received,
): Parameters<BoughtRecords['settlement']>[0] {
  const { id, lastModified } = layoutOf(fetching.question);
  const version = (row: Row) => `${textAt(row, id)} ${textAt(row, lastModified)}`;
  const known = new Set(fetching.held?.rows.map(version));
  return {
    who: '',
    cell: (ignoreErrors(() => platform.spreadsheet.activeCell()) ?? '').slice(0, 60),
    question: describeQuestion(fetching.question),
    fresh: rows.filter((row) => !known.has(version(row))).length,
    source: update ? 'delta' : 'service',
  };
}
