/**
 * What a scheduled run has cost, over all executions that it takes. A sync writes its credits in the same call that settles
 * them. The questions of a refresh settle themselves, so an execution that dies leaves credits out: they are found again
 * in the ledger, together with those that others have settled meanwhile. A cap may be reached too early, never passed.
 */
import { committedOn, creditsOf, openPurchases } from '../../core/ledger.js';
import type { Platform } from '../platform.js';
import { createZone } from '../question/zone.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { Job, ScheduledCost, SettledSince } from './job.js';

/** At the begin of an execution for a moment of the schedule. Needs the document's lock. */
export function costAtBegin(
  platform: Platform,
  job: Job,
  { slot, before }: { readonly slot: number; readonly before: ScheduledCost | undefined },
): ScheduledCost {
  const credits = before?.slot === slot ? before.credits : 0;
  if (!job.refresh) return { slot, credits };
  const settled = settledNow(platform);
  return { slot, credits, since: { ...settled, credits: settled.credits - credits } };
}

/** After an execution that has not said all that it has spent. Needs the document's lock. */
export function costAfterFailure(
  platform: Platform,
  job: Job,
  cost: ScheduledCost | undefined,
): ScheduledCost | undefined {
  if (!cost?.since) return cost;
  const { day, credits } = settledNow(platform);
  // the ledger begins at nothing on a new day, and does not tell how much of the day before came later
  const spent = day === cost.since.day ? credits - cost.since.credits : (job.refresh?.budget ?? 0);
  return costAtEnd({ ...cost, credits: Math.max(cost.credits, spent) });
}

export function costAtEnd(cost: ScheduledCost): ScheduledCost {
  const { since: _since, ...rest } = cost;
  return rest;
}

function settledNow(platform: Platform): SettledSince {
  const { clock, spreadsheet } = platform;
  const day = createZone(spreadsheet.timeZone()).dayOf(new Date(clock.now()));
  const ledger = new PurchaseStore(platform).ledger();
  const held = openPurchases(ledger, clock.now()).reduce((sum, one) => sum + creditsOf(one), 0);
  return { day, credits: committedOn(ledger, day, clock.now()) - held };
}
