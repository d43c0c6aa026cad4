/** Calls that may cost credits: reserved before, settled or refunded after, never sent twice under two names. */
import type { DatasetName } from '../../contract/datasets.js';
import { DATASETS } from '../../contract/datasets.js';
import type { Body } from '../answer/reading.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import type { WireBody } from '../question/requests.js';
import type { Client } from '../service/client.js';
import { hash } from './hash.js';
import { bookValues, readBook } from './ledger.js';
import { type Book, committed, markUnclear, refund, reserve, turnTo } from './ledger-book.js';

export interface Purchase {
  readonly dataset: DatasetName;
  /** The question's key. */
  readonly key: string;
  readonly bodies: readonly WireBody[];
  /** The most that all of them can cost together. */
  readonly ceiling: number;
  /** The day in the spreadsheet's zone, for the budget. */
  readonly day: string;
  readonly budget: number;
  /** Somebody asked for it: a call whose outcome is unclear may then be made again. */
  readonly forced: boolean;
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
 * Asks the service. A reservation left open by an execution that died is taken over: the same Idempotency-Key lets the
 * service give its answer again instead of charging again.
 * @throws BUDGET, BUSY, and what the client throws
 */
export function buy(
  platform: Platform,
  lasting: Properties | null,
  client: Client,
  purchase: Purchase,
): Bought {
  const { dataset, bodies } = purchase;
  if (!DATASETS[dataset].paid || !lasting) {
    const answers = client.query(dataset, bodies, '');
    return { answers, token: '', credits: DATASETS[dataset].paid ? creditsOf(answers) : 0 };
  }
  const token = hold(platform, lasting, purchase);
  let answers: readonly Body[];
  try {
    answers = client.query(dataset, bodies, token);
  } catch (error) {
    release(platform, lasting, purchase, token, error);
    throw error;
  }
  const balance = answers.map(({ balances }) => balances.closingBalance).pop();
  return { answers, token, credits: creditsOf(answers), ...(balance !== undefined && { balance }) };
}

function hold(platform: Platform, lasting: Properties, purchase: Purchase): string {
  const asked = hash(JSON.stringify(purchase.bodies));
  let token = '';
  let refused: SignalsError | undefined;
  withBook(platform, lasting, purchase.day, (book) => {
    const left = book.open.find(
      (reservation) => reservation.key === purchase.key && reservation.asked === asked,
    );
    if (left?.unclear && !purchase.forced) {
      refused = errors.unclear();
      return undefined;
    }
    if (left) {
      token = left.token;
      return undefined;
    }
    if (committed(book) + purchase.ceiling > purchase.budget) {
      refused = errors.budget(purchase.budget);
      return undefined;
    }
    token = platform.uuid();
    const { key, ceiling } = purchase;
    return reserve(book, { token, key, asked, amount: ceiling, at: platform.clock.now() });
  });
  if (refused) throw refused;
  return token;
}

/**
 * What was refused cost nothing. What may have been charged stays reserved and is asked for again under the same name;
 * after a time-out only when somebody wants it.
 */
function release(
  platform: Platform,
  lasting: Properties,
  { day }: Purchase,
  token: string,
  error: unknown,
): void {
  const known = isSignalsError(error) ? error : undefined;
  if (known?.unclear && known.code !== 'TIMEOUT') return;
  withBook(platform, lasting, day, (book) =>
    known && !known.unclear ? refund(book, token) : markUnclear(book, token),
  );
}

function withBook(
  { documentLock: lock }: Platform,
  lasting: Properties,
  day: string,
  change: (book: Book) => Book | undefined,
): void {
  const run = () => {
    const changed = change(turnTo(readBook(lasting), day));
    if (changed) lasting.setAll(bookValues(changed));
  };
  if (!lock) run();
  else if (!lock.run(LOCK_WAIT_MS, run)) throw errors.busy();
}

/** What the service says it took, else a credit for each record. */
function creditsOf(answers: readonly Body[]): number {
  return answers.reduce(
    (sum, { records, balances }) => sum + (balances.creditsConsumed ?? records.length),
    0,
  );
}
