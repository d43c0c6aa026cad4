/** Budget and freshness: how much the formulas of a spreadsheet spend, and how often they ask. */
import { asFields } from '../../contract/json.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { budgetInForce, payerOfFormulas, withBudget } from '../account/payer.js';
import { readSettings, sanitize, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

/**
 * Everyone may lower the budget, only the payer raises it.
 * @returns a function that throws BAD_INPUT for invalid rules, and for a budget that is not the person's to raise; then
 *   nothing has changed
 */
export function createRules(platform: Platform, connections: ConnectionStore): (rules: unknown) => void {
  return (rules) => {
    const { dailyBudget, freshness } = asFields(rules);
    const checked = sanitize({ dailyBudget, freshness });
    const asked = asFields(freshness);
    // sanitizing replaces what it does not accept: here that is a mistake to be told
    const same = checked.dailyBudget === dailyBudget && checked.freshness.mode === asked['mode'];
    if (!same) throw errors.badRules();
    changeDocumentProperties(platform, (properties) => {
      const settings = readSettings(properties);
      const payer = payerOfFormulas(connections);
      if (!payer.mine && checked.dailyBudget > budgetInForce(platform, connections, settings)) {
        throw errors.onlyPayerRaises(payer.name);
      }
      const budget = withBudget(platform, connections, settings, checked.dailyBudget);
      writeSettings(properties, { ...budget, freshness: checked.freshness });
    });
  };
}
