/** Budgets and their payer: only the payer can raise the budget of a spreadsheet. */
import type { BudgetPayer } from '../../contract/spending.js';
import type { Committed } from '../../core/ledger.js';
import type { Platform, Properties } from '../platform.js';
import { type ConnectionStore, FORMULA_PAYER, type StoredConnection } from './connection.js';
import { knownPersonName, personName } from './person.js';
import { type RaisedBudget, readSettings, type Settings } from './settings.js';

/**
 * Returns the daily budget of a pair in this execution. A raised budget applies to the person who raised it.
 * A shared pair also has a cap, which its owner has set.
 * @param payer the hash of the pair @param isShared true if it is shared with the spreadsheet
 */
export function budgetFor(
  platform: Pick<Platform, 'userProperties'>,
  { dailyBudget, raised }: Settings,
  payer: string,
  isShared: boolean,
): number {
  if (!raised || isShared || (raised.payer !== '' && raised.payer === payer)) return dailyBudget;
  return raised.by === knownPersonName(platform) ? dailyBudget : Math.min(dailyBudget, raised.from);
}

/** Returns the daily limit of a job with a connection. All other spending of the day counts towards it. */
export function dailyBudgetOf(
  platform: Platform,
  properties: Properties,
  { payer, dailyCap }: StoredConnection,
): number {
  const settings = readSettings(properties);
  const isShared = dailyCap !== undefined;
  // if a job pays with another key, the budget that the formulas' payer raised applies to it, too
  const formulaPayer = properties.get(FORMULA_PAYER) ?? '';
  const budgetPayer = formulaPayer !== '' && settings.raised?.payer === formulaPayer ? formulaPayer : payer;
  const budget = budgetFor(platform, settings, budgetPayer, isShared);
  return Math.min(budget, dailyCap ?? Number.POSITIVE_INFINITY);
}

/** Returns the credits that both budgets leave, and whether the monthly budget leaves fewer. */
export function budgetLeft(
  { monthlyBudget = Number.POSITIVE_INFINITY }: Settings,
  daily: number,
  { today, month }: Committed,
): { readonly left: number; readonly isMonth: boolean } {
  const [ofDay, ofMonth] = [daily - today, monthlyBudget - month];
  return { left: Math.min(ofDay, ofMonth), isMonth: ofMonth < ofDay };
}

/**
 * Returns the formulas' payer for the current user. Until a formula runs, anyone may be the payer. A raise by
 * this person does not apply to another payer.
 */
export function payerOfFormulas(connections: ConnectionStore): BudgetPayer {
  const shared = connections.sharedHere();
  if (shared) return { name: shared.owner, mine: connections.isMine(shared) };
  const found = connections.formulaPayer() ?? '';
  return { name: '', mine: found === '' || found === connections.find()?.payer };
}

/** Returns the budget that the current user sees and would raise. */
export function currentBudget(platform: Platform, connections: ConnectionStore, settings: Settings): number {
  const isShared = connections.sharedHere() !== undefined;
  const payer = connections.formulaPayer() || connections.find()?.payer || '';
  return budgetFor(platform, settings, payer, isShared);
}

/** Returns the most credits that formulas may spend today: a shared pair also has a cap. */
export function currentLimit(platform: Platform, connections: ConnectionStore, settings: Settings): number {
  const { dailyCap = Number.POSITIVE_INFINITY } = connections.sharedHere() ?? {};
  return Math.min(currentBudget(platform, connections, settings), dailyCap);
}

/** Returns the settings' budget after the payer has set it. */
export function withBudget(
  platform: Platform,
  connections: ConnectionStore,
  settings: Settings,
  dailyBudget: number,
): Pick<Settings, 'dailyBudget' | 'raised'> {
  const current = currentBudget(platform, connections, settings);
  const { raised } = settings;
  const isRaise = dailyBudget > current;
  const from = raised && raised.from < current ? raised.from : current;
  if (dailyBudget <= from) return { dailyBudget };
  const mine: RaisedBudget = { by: personName(platform), payer: connections.find()?.payer ?? '', from };
  return { dailyBudget, raised: isRaise || !raised ? mine : raised };
}
