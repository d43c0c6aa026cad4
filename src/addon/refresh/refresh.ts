/** Refresh from the menu: says what it can cost, then has formulas run again. No formula is lost. */
import { type Separators, separatorsOf } from '../../contract/formula.js';
import type { ConnectionStore } from '../account/connection.js';
import { startRefresh } from '../account/context.js';
import { limitInForce } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import type { Platform } from '../platform.js';
import { createZone } from '../question/zone.js';
import { readActivity } from '../spending/activity.js';
import { requireDocument } from '../storage/document-lock.js';
import type { AddonTexts } from '../texts/language.js';
import { costOf } from './cost.js';
import { type FoundFormula, findAllFormulas, findFormulas, findSelected } from './find-formulas.js';
import { completeJournal } from './journal.js';
import { runAgain } from './run-again.js';

export type RefreshScope = 'selection' | 'sheet' | 'everything';

/** @returns a function that asks the person first; formulas elsewhere than in the scope stay as they are */
export function createRefresh(
  platform: Platform,
  connections: ConnectionStore,
  texts: () => AddonTexts,
): (scope: RefreshScope) => void {
  return (scope) => {
    const { ui } = platform;
    const properties = requireDocument(platform);
    completeJournal(platform);
    const separators = separatorsOf(platform.spreadsheet.locale());
    const found = find(platform, scope, separators);
    if (found.length === 0) {
      ui.alert('Signals', texts().nothingToRefresh);
      return;
    }
    const limit = limitInForce(platform, connections, readSettings(properties));
    const [isSpent, question] = questionOf(platform, found, separators, limit, texts());
    // what cannot be done is not offered
    if (isSpent) return ui.alert('Signals', question);
    if (!ui.confirm('Signals', question)) return;
    startRefresh(platform);
    // the question may have stood for long
    runAgain(platform, properties, () => find(platform, scope, separators));
  };
}

function find({ grid }: Platform, scope: RefreshScope, separators: Separators): FoundFormula[] {
  if (scope === 'everything') return findAllFormulas(grid, separators);
  if (scope === 'selection') return findSelected({ grid }, separators);
  const selected = grid.selection();
  return selected ? findFormulas(selected.tab, separators) : [];
}

function questionOf(
  platform: Platform,
  found: readonly FoundFormula[],
  separators: Separators,
  limit: number,
  texts: AddonTexts,
): [isSpent: boolean, question: string] {
  const { clock, sheets, spreadsheet } = platform;
  const today = createZone(spreadsheet.timeZone()).dayOf(new Date(clock.now()));
  const activity = readActivity(platform, today, limit);
  const cost = costOf(found, { separators, calls: activity.calls, values: sheets.values });
  const isSpent = cost.questions > 0 && activity.today >= activity.budget;
  return [isSpent, isSpent ? texts.budgetSpent : texts.refreshQuestion(cost, activity)];
}
