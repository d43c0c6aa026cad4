/** Budget, held credits and freshness: how much the formulas of a spreadsheet spend, and how often they ask. */
import { asFields } from '../../contract/json.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { budgetInForce, payerOfFormulas, withBudget } from '../account/payer.js';
import { readSettings, sanitize, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { PurchaseStore } from '../storage/purchase-store.js';

/**
 * Everyone may lower the budget, only the payer raises it.
 * @returns a function that throws BAD_INPUT for invalid rules, and for a budget that is not the person's to raise; then
 *   nothing has changed
 */
export function createRules(platform: Platform, connections: ConnectionStore): (rules: unknown) => void {
  return (rules) => {
    const { dailyBudget, monthlyBudget, freshness } = asFields(rules);
    const checked = sanitize({ dailyBudget, monthlyBudget, freshness });
    const asked = asFields(freshness);
    // sanitizing replaces what it does not accept: here that is a mistake to be told
    const same = checked.dailyBudget === dailyBudget && checked.freshness.mode === asked['mode'];
    const isMonthRight = !monthlyBudget || checked.monthlyBudget === monthlyBudget;
    if (!same || !isMonthRight) throw errors.badRules();
    // before the lock is taken: it calls the spreadsheet
    const payer = payerOfFormulas(connections);
    changeDocumentProperties(platform, (properties) => {
      const settings = readSettings(properties);
      if (!payer.mine && checked.dailyBudget > budgetInForce(platform, connections, settings)) {
        throw errors.onlyPayerRaises(payer.name);
      }
      const { monthlyBudget: before = Number.POSITIVE_INFINITY } = settings;
      const { monthlyBudget: ofMonth = Number.POSITIVE_INFINITY } =
        monthlyBudget === undefined ? settings : checked;
      if (!payer.mine && ofMonth > before) throw errors.onlyPayerRaises(payer.name);
      const budget = withBudget(platform, connections, settings, checked.dailyBudget);
      const month = Number.isFinite(ofMonth) ? ofMonth : 0;
      writeSettings(properties, { ...budget, monthlyBudget: month, freshness: checked.freshness });
    });
  };
}

/**
 * Counts what a call may have cost as not spent. Where the service has charged it, the same question pays again.
 * @returns a function of the call's name that throws BAD_INPUT for anyone but the payer
 */
export function createRelease(platform: Platform, connections: ConnectionStore): (token: unknown) => void {
  const { clock } = platform;
  return (token) => {
    const payer = payerOfFormulas(connections);
    if (!payer.mine) throw errors.onlyPayerReleases(payer.name);
    changeDocumentProperties(platform, () => {
      const store = new PurchaseStore(platform);
      const held = store.open(clock.now()).find((one) => one.token === token);
      if (held) store.end({ ...held, state: 'released' });
    });
  };
}
