/** Saves the budget and the freshness of a spreadsheet's formulas, and releases held credits. */
import { asFields } from '../../contract/json.js';
import { isInFlight } from '../../core/purchase.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { currentBudget, payerOfFormulas, withBudget } from '../account/payer.js';
import { personName } from '../account/person.js';
import { readSettings, sanitize, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { PurchaseStore } from '../storage/purchase-store.js';

/**
 * Everyone can lower the budget; only the payer can raise it.
 * @throws BAD_INPUT, before any change, for invalid rules and if another person raises the budget
 */
export function saveRules(platform: Platform, connections: ConnectionStore, rules: unknown): void {
  const { dailyBudget, monthlyBudget, freshness } = asFields(rules);
  const checked = sanitize({ dailyBudget, monthlyBudget, freshness });
  // `sanitize` replaces invalid values, so a difference is a mistake to report
  const isBudgetRight = dailyBudget === undefined || checked.dailyBudget === dailyBudget;
  const isModeRight = freshness === undefined || checked.freshness.mode === asFields(freshness)['mode'];
  const isMonthRight = !monthlyBudget || checked.monthlyBudget === monthlyBudget;
  if (!isBudgetRight || !isModeRight || !isMonthRight) throw errors.badRules();
  // before taking the lock, because this calls the spreadsheet
  const payer = payerOfFormulas(connections);
  const person = personName(platform);
  const isPayerKnown = connections.sharedHere() !== undefined || Boolean(connections.formulaPayer());
  changeDocumentProperties(platform, (properties) => {
    const settings = readSettings(properties);
    const current = currentBudget(platform, connections, settings);
    if (dailyBudget !== undefined && !payer.mine && checked.dailyBudget > current)
      throw errors.onlyPayerRaises(payer.name);
    const { monthlyBudget: before = Number.POSITIVE_INFINITY, monthBy } = settings;
    const { monthlyBudget: ofMonth = Number.POSITIVE_INFINITY } =
      monthlyBudget === undefined ? settings : checked;
    const isByOther = monthBy !== undefined && monthBy !== person;
    if ((isPayerKnown ? !payer.mine : isByOther) && ofMonth > before)
      throw isPayerKnown ? errors.onlyPayerRaises(payer.name) : errors.onlySetterRaises();
    const budget =
      dailyBudget === undefined ? {} : withBudget(platform, connections, settings, checked.dailyBudget);
    const month = Number.isFinite(ofMonth) ? ofMonth : 0;
    // a colleague who lowers it does not become the one who may raise it
    const isOwn = !Number.isFinite(before) || (isPayerKnown && payer.mine);
    const setBy = isOwn && { monthBy: person };
    const mode = freshness === undefined ? {} : { freshness: checked.freshness };
    writeSettings(properties, { ...budget, monthlyBudget: month, ...setBy, ...mode });
  });
}

/**
 * Counts the held credits of a call as not spent. If the service charged it, the same question pays again.
 * @param token of the call @throws BAD_INPUT for anyone but the payer
 */
export function releaseCredits(platform: Platform, connections: ConnectionStore, token: unknown): void {
  const payer = payerOfFormulas(connections);
  if (!payer.mine) throw errors.onlyPayerReleases(payer.name);
  changeDocumentProperties(platform, () => {
    const store = new PurchaseStore(platform);
    const now = platform.clock.now();
    // it may have been sent again since the page listed it
    const held = store.open(now).find((one) => one.token === token && !isInFlight(one, now));
    if (held) store.end({ ...held, state: 'released' });
  });
}
