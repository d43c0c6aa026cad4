/** A column of companies that a person tracks: which companies it means, and the changes of groups that the person confirms. */
import { MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { GroupChange } from '../../contract/tracking.js';
import type { ConnectionStore } from '../account/connection.js';
import { forgetTrackedCompanies } from '../answers/tracked-companies.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { a1Of } from '../refresh/find-formulas.js';
import { Client } from '../service/client.js';
import { checkName, listGroup } from './groups.js';

const BUDGET_MS = 25_000;

export function createTracking(platform: Platform, connections: ConnectionStore) {
  const clientOf = (connection: ReturnType<ConnectionStore['require']>) =>
    new Client(platform, connection, platform.clock.now() + BUDGET_MS);
  return {
    match(): Outcome {
      const { place, values } = selectedColumn(platform);
      const all = new Set(values.map((value) => String(value).trim().slice(0, MAX_MATCHED_LENGTH)));
      all.delete('');
      const texts = [...all].slice(0, MAX_MATCHED);
      if (texts.length === 0) throw errors.emptyCompanies();
      const matches = clientOf(connections.find() ?? connections.require()).match(texts);
      return { kind: 'matched', place, texts, left: all.size - texts.length, ...(matches && { matches }) };
    },
    change(name: unknown, change: unknown, isListed: unknown): Outcome {
      const group = checkName(name);
      // a shared key is lent to formulas
      const own = connections.find();
      if (!own) throw errors.noOwnKey();
      const payers = new Set([own.payer, connections.require().payer]);
      const changed = clientOf(own).changeGroup(group, change as GroupChange);
      if (!changed) return { kind: 'group-changed', group };
      for (const payer of payers) forgetTrackedCompanies(platform, payer, group);
      listGroup(platform, group, isListed === true);
      return { kind: 'group-changed', group, changed };
    },
  };
}

/** The first column of the selection; of a single cell, its column from there on. */
function selectedColumn({ grid }: Platform): { readonly place: string; readonly values: readonly unknown[] } {
  const selection = grid.selection();
  if (!selection) throw errors.noCell();
  const { tab, area } = selection;
  const { row, column } = area;
  const isCell = area.numRows === 1 && area.numColumns === 1;
  const below = tab.used().rows - row + 1;
  const numRows = Math.max(1, isCell ? below : Math.min(area.numRows, below));
  const values = tab.values({ row, column, numRows, numColumns: 1 }).map(([value]) => value);
  return { place: `${tab.name()}!${a1Of(area)}:${a1Of({ row: row + numRows - 1, column })}`, values };
}
