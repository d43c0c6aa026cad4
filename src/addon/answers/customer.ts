/** A customer buys records: a formula for its cell, or a sync for its tab. `buyMissing` asks it for each decision. */
import type { ActivityCall } from '../../contract/spending.js';
import type { Purchase } from '../../core/purchase.js';
import type { Query } from '../../core/query.js';
import type { Axis } from '../../core/records.js';
import type { Step, StepContext, TableState, WaitReason } from '../../core/resolve.js';
import type { SignalsError } from '../errors.js';
import type { Platform, Values } from '../platform.js';
import type { Client } from '../service/client.js';
import type { LockOptions } from '../storage/document-lock.js';
import type { PurchaseStore } from '../storage/purchase-store.js';

export interface CallDescription extends Pick<ActivityCall, 'who' | 'cell' | 'question'> {
  /** The date that the question compares. A request by the other date only updates known records. */
  readonly axis: Axis;
}

type Reason = Extract<Step, { kind: 'refuse' }>['reason'];
export type BuyingStep = Extract<Step, { kind: 'buy' | 'repeat' }>;
export type WaitingStep = Extract<Step, { kind: 'wait' }>;

/** A formula or a sync that buys records. */
export interface Customer {
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly uses?: Purchase['uses'];
  query(): Query;
  /** Returns the budget, time and open purchases that decide the next step. */
  context(): StepContext;
  /** True if another round may begin. */
  mayContinue(): boolean;
  /** Called before the lock is taken. @returns the table, if nothing is missing @throws a recent error */
  findWithoutLock?(hasWaited: boolean): TableState | undefined;
  lockOptions(): LockOptions;
  waitDeadline(reason: WaitReason): number;
  refusal(reason: Reason, context: StepContext): SignalsError;
  /** Called under the lock when the log contains the purchase. */
  onReserved?(): void;
  /** Returns values to store in the same call as a request. @throws the reason why it must not buy */
  valuesWith(purchase: Purchase, step: BuyingStep): Values;
  client(): Client;
  describeCall(): CallDescription;
  /** Stores an answered purchase. @param refusal of a request beside the answered ones; it may be thrown */
  keep(answered: Purchase, refusal: SignalsError | undefined): void;
  /** @throws the error, unless another purchase can get the missing records */
  fail(error: unknown, purchase: Purchase): void;
}
