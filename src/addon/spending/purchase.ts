/** Calls that may cost credits: reserved before, settled or refunded after, never sent twice under two names. */
import type { DatasetName } from '../../contract/datasets.js';
import { DATASETS } from '../../contract/datasets.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import type { WireBody } from '../question/requests.js';
import type { Client } from '../service/client.js';
import { hash } from '../storage/hash.js';
import type { Body } from '../table/response-body.js';
import { bookValues, readBook } from './ledger.js';
import { committed, markUnclear, refund, reserve, turnTo } from './ledger-book.js';

export interface Purchase {
  readonly dataset: DatasetName;
  /** The question's key. */
  readonly key: string;
  readonly bodies: readonly WireBody[];
  /** The day in the spreadsheet's zone, for the budget. */
  readonly day: string;
  readonly budget: number;
  /** The wish behind it, empty for none: with a new one a call whose outcome is unclear may be made again. */
  readonly by: string;
}

export interface Bought {
  readonly answers: readonly Body[];
  /** The reservation that has to be settled; empty where nothing can be charged. */
  readonly token: string;
  readonly credits: number;
  readonly balance?: number;
}

const LOCK_WAIT_MS = 5_000;

/**
 * Holds back what a purchase may cost and gives the token under which it is made. The document's lock must be held. A
 * reservation left open by an execution that died is taken over: the same token lets the service give its answer again
 * instead of charging again.
 * @param others values that are written in the same call, so that neither is there without the other
 * @throws BUDGET; TIMEOUT while the outcome of an earlier call is unclear
 */
export function reservePurchase(
  platform: Platform,
  lasting: Properties | null,
  purchase: Purchase,
  others: Readonly<Record<string, string>> = {},
): string {
  const { dataset, bodies, key, day, budget, by } = purchase;
  const isFree = !DATASETS[dataset].paid || bodies.length === 0;
  if (isFree && Object.keys(others).length > 0) lasting?.setAll(others);
  if (isFree || !lasting) return '';
  const book = turnTo(readBook(lasting), day);
  const asked = hash(JSON.stringify(bodies));
  const left = book.open.find((reservation) => reservation.key === key && reservation.asked === asked);
  if (left?.unclear && left.by === by) throw errors.unclear();
  if (left) {
    const { unclear: _unclear, ...again } = left;
    if (left.by !== by || Object.keys(others).length > 0)
      lasting.setAll({ ...bookValues(reserve(book, { ...again, by })), ...others });
    return left.token;
  }
  const amount = bodies.reduce((sum, body) => sum + Number(body['limit']), 0);
  if (committed(book) + amount > budget) throw errors.budget(budget);
  const at = platform.clock.now();
  const token = hash(`${key} ${at} ${Math.random()} ${Math.random()}`);
  lasting.setAll({ ...bookValues(reserve(book, { token, key, asked, amount, at, by })), ...others });
  return token;
}

/** Asks the service under a token. @throws what the client throws */
export function buy(
  platform: Platform,
  lasting: Properties | null,
  client: Client,
  { dataset, bodies, day }: Purchase,
  token: string,
): Bought {
  let answers: readonly Body[];
  try {
    answers = client.query(dataset, bodies, token);
  } catch (error) {
    if (token !== '' && lasting) release(platform, lasting, day, token, error);
    throw error;
  }
  const balance = answers.map(({ balances }) => balances.closingBalance).pop();
  const credits = DATASETS[dataset].paid ? creditsOf(answers) : 0;
  return { answers, token, credits, ...(balance !== undefined && { balance }) };
}

/**
 * What was refused cost nothing. What may have been charged stays reserved and is asked for again under the same name;
 * after a time-out only when somebody wants it.
 */
function release(platform: Platform, lasting: Properties, day: string, token: string, error: unknown): void {
  const known = isSignalsError(error) ? error : undefined;
  if (known?.unclear && known.code !== 'TIMEOUT') return;
  const write = () => {
    const book = turnTo(readBook(lasting), day);
    lasting.setAll(bookValues(known && !known.unclear ? refund(book, token) : markUnclear(book, token)));
  };
  // without the lock the amount stays reserved: the ledger then says too much rather than too little
  const { documentLock: lock } = platform;
  if (lock) lock.run(LOCK_WAIT_MS, write);
  else write();
}

/** What the service says it took, else what its balances say, else a credit for each record. */
function creditsOf(answers: readonly Body[]): number {
  return answers.reduce((sum, { records, balances }) => {
    const { creditsConsumed, openingBalance = Number.NaN, closingBalance = Number.NaN } = balances;
    const said = [creditsConsumed, openingBalance - closingBalance].find(
      (value) => value !== undefined && value >= 0,
    );
    return sum + (said ?? records.length);
  }, 0);
}
