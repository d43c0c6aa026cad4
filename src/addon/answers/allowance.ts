/** How a job asks what formulas ask, and what may still be spent for it. */
import type { StepContext } from '../../core/resolve.js';
import type { Context } from '../account/context.js';
import type { Freshness } from '../account/settings.js';
import type { SignalsError } from '../errors.js';

export interface AskingRules {
  /** In the place of the spreadsheet's own. */
  readonly freshness?: Freshness;
  /** Besides the day's budget. */
  readonly allowance?: Allowance;
  /** Called with the reason when an older answer is shown. */
  onLate?(error: SignalsError): void;
}

export interface Allowance {
  /** In credits. */
  left(): number;
  spend(credits: number): void;
}

/** The most credits that may be committed today. */
export function budgetOf({ settings, dailyCap = Number.POSITIVE_INFINITY }: Context): number {
  return Math.min(settings.dailyBudget, dailyCap);
}

/** @param committed so far today, with all that is open */
export function creditsLeft(
  context: Context,
  { allowance }: AskingRules,
  committed: number,
): Pick<StepContext, 'left' | 'leftForRepeat'> {
  const ofDay = budgetOf(context) - committed;
  const ofAllowance = allowance ? Math.max(0, allowance.left()) : Number.POSITIVE_INFINITY;
  return {
    left: Math.max(0, Math.min(ofDay, ofAllowance)),
    // a budget that was lowered since holds for what is repeated, too
    leftForRepeat: ofDay < 0 ? 0 : ofAllowance,
  };
}
