/** Budget and freshness: how much the formulas of this spreadsheet spend, and how often they ask. */

import { changeDocumentProperties } from '../account/context.js';
import { sanitize, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

/** @returns a function that throws BAD_INPUT for rules that make no sense; then nothing is changed */
export function createRules(platform: Platform): (rules: unknown) => void {
  return (rules) => {
    const { dailyBudget, freshness } = Object(rules) as Readonly<Record<string, unknown>>;
    const checked = sanitize({ dailyBudget, freshness });
    const asked = Object(freshness) as Readonly<Record<string, unknown>>;
    // sanitizing replaces what it does not accept: here that is a mistake to be told
    const same =
      checked.dailyBudget === dailyBudget &&
      checked.freshness.mode === asked['mode'] &&
      checked.freshness.minutes === asked['minutes'];
    if (!same) throw errors.badRules();
    changeDocumentProperties(platform, (properties) => {
      writeSettings(properties, { dailyBudget: checked.dailyBudget, freshness: checked.freshness });
    });
  };
}
