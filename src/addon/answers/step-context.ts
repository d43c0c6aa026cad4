/** Builds the context in which core/resolve.ts decides the next step, with the credits that are left. */
import { DATASETS, RECORD_COLUMNS } from '../../contract/datasets.js';
import { momentOf } from '../../core/freshness.js';
import type { Committed } from '../../core/ledger.js';
import type { Purchase } from '../../core/purchase.js';
import type { Query } from '../../core/query.js';
import type { StepContext } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import type { Context } from '../account/context.js';
import { budgetLeft } from '../account/payer.js';
import type { SignalsError } from '../errors.js';
import type { Values } from '../platform.js';
import { createExactTest } from '../table/exact.js';

export interface AnswerOptions {
  /** True to query once a day, even if the spreadsheet's settings say that only a refresh does. */
  readonly isDaily?: boolean;
  /** A limit of credits in addition to the budgets. */
  readonly allowance?: Allowance;
  /** True if the person has confirmed this purchase. It gives formulas of the spreadsheet no consent. */
  readonly isConfirmed?: boolean;
  /** Called with the reason when an outdated answer is shown. */
  onStale?(error: SignalsError): void;
}

interface Allowance {
  creditsLeft(): number;
  spend(credits: number): void;
  /** Returns values to store in the same call as a purchase, before it is sent. */
  valuesWith?(purchase: Purchase): Values;
}

/** @param committed credits that are spent or reserved so far */
export function creditLimits(
  context: Context,
  { allowance }: AnswerOptions,
  committed: Committed,
): Pick<StepContext, 'creditsLeft' | 'budget' | 'creditsForRepeat'> {
  const { settings, dailyCap = Number.POSITIVE_INFINITY } = context;
  const { left, isMonth } = budgetLeft(settings, Math.min(settings.dailyBudget, dailyCap), committed);
  const leftOfAllowance = allowance ? Math.max(0, allowance.creditsLeft()) : Number.POSITIVE_INFINITY;
  return {
    creditsLeft: Math.max(0, Math.min(left, leftOfAllowance)),
    budget: isMonth ? 'month' : 'day',
    // a repeated purchase is already committed; if the budget was cut below that, none is repeated
    creditsForRepeat: left < 0 ? 0 : leftOfAllowance,
  };
}

/** Returns the context for a caller that only reads. A buyer overrides credits and open purchases. */
export function stepContextOf(
  state: CacheState,
  { dataset, companies }: Query,
  { settings, payer, refreshAfter }: Pick<Context, 'settings' | 'payer' | 'refreshAfter'>,
  { isDaily }: AnswerOptions,
  now: number,
): StepContext {
  const mode = isDaily ? 'daily' : settings.freshness.mode;
  const isAboutCompanies =
    companies.length > 0 ? createExactTest(RECORD_COLUMNS[dataset], companies) : () => true;
  return {
    policy: { mode, refreshAfter, refresh: '' },
    moment: momentOf(state, now, refreshAfter),
    payer,
    isPaid: DATASETS[dataset].paid,
    isAboutCompanies,
    asker: '',
    today: '',
    cause: '',
    refetchesAll: false,
    updates: 'own',
    isNewQuestion: false,
    isStepwise: true,
    creditsLeft: 0,
    budget: 'day',
    creditsForRepeat: 0,
    hasTimeToWait: () => false,
    open: [],
  };
}
