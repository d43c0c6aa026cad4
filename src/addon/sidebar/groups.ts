/** The sidebar's groups of tracked companies: the service stores them, the document lists those in use. */

import { MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import type { Outcome, TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import type { GroupChange } from '../../contract/tracking.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { readSettings, writeSettings } from '../account/settings.js';
import { forgetTrackedCompanies, toTrackedCompany, trackedRows } from '../answers/tracked-companies.js';
import { errors, ignoreErrors } from '../errors.js';
import { checkGroupName } from '../news/push-news.js';
import type { Platform, Properties } from '../platform.js';
import { hasNoValue, isBlank } from '../question/cells.js';
import { a1Of } from '../refresh/find-formulas.js';
import { changeGroupCall, matchCall, trackedCall } from '../service/calls.js';
import { Client } from '../service/client.js';

const BUDGET_MS = 25_000;

export function createGroups(platform: Platform, connections: ConnectionStore) {
  /** @throws NO_GROUP, or another error of the service */
  function companiesOf(group: string): TrackedCompanyEntry[] {
    const client = new Client(platform, connections.require(), platform.clock.now() + BUDGET_MS);
    return trackedRows(client.ask(trackedCall(group))).map(toTrackedCompany);
  }

  return {
    add(name: unknown): void {
      const group = checkGroupName(name);
      companiesOf(group);
      listGroup(platform, group);
    },
    /** Also forgets the group's callback address, as the page says. */
    remove(name: unknown): void {
      changeDocumentProperties(platform, (properties) => {
        unlistGroup(properties, name);
        const { callbacks } = readSettings(properties);
        const left = Object.entries(callbacks).filter(([group]) => group !== name);
        writeSettings(properties, { callbacks: Object.fromEntries(left) });
      });
    },
    /** A group that a colleague has removed does not become the default. */
    setDefault(name: unknown): void {
      changeDocumentProperties(platform, (properties) => {
        const known = readSettings(properties).groups.find((group) => group === name);
        if (known !== undefined) writeSettings(properties, { defaultGroup: known });
      });
    },
    list(name: unknown): Outcome {
      return { kind: 'companies', companies: companiesOf(checkGroupName(name)) };
    },
  };
}

/** Adds a group to those of the spreadsheet. */
function listGroup(platform: Platform, name: string): void {
  changeDocumentProperties(platform, (properties) => {
    const { groups, defaultGroup } = readSettings(properties);
    // most formulas will use the first group, so it becomes the default
    writeSettings(properties, { groups: [...groups, name], defaultGroup: defaultGroup || name });
  });
}

/** Removes a group from those of the spreadsheet. Its callback address stays: news need no listed group. */
function unlistGroup(properties: Properties, name: unknown): void {
  const { groups, defaultGroup } = readSettings(properties);
  writeSettings(properties, {
    groups: groups.filter((group) => group !== name),
    defaultGroup: defaultGroup === name ? '' : defaultGroup,
  });
}

/** Tracks a column of companies: finds the companies, and makes the changes that the person confirms. */
export function createTracking(platform: Platform, connections: ConnectionStore) {
  const clientOf = (connection: ReturnType<ConnectionStore['require']>) =>
    new Client(platform, connection, platform.clock.now() + BUDGET_MS);
  return {
    match(): Outcome {
      const { place, values } = selectedColumn(platform);
      const cells = values.filter((value) => !isBlank(value));
      const named = cells.flatMap(companyIn);
      const all = new Set(named);
      const texts = [...all].slice(0, MAX_MATCHED);
      if (texts.length === 0) throw errors.emptyCompanies();
      const matches = clientOf(connections.find() ?? connections.require()).ask(matchCall(texts));
      const [left, unreadable] = [all.size - texts.length, cells.length - named.length];
      return { kind: 'matched', place, texts, left, unreadable, ...(matches && { matches }) };
    },
    change(name: unknown, change: unknown, isListed: unknown): Outcome {
      const group = checkGroupName(name);
      // a shared key is for formulas only
      const own = connections.find();
      if (!own) throw errors.noOwnKey();
      const payers = new Set([own.payer, connections.require().payer]);
      const changed = clientOf(own).askOnce(changeGroupCall(group, change as GroupChange));
      if (!changed) return { kind: 'group-changed' };
      // the service has changed the group: if this fails, still show the result, so that it can be undone
      ignoreErrors(() => {
        for (const payer of payers) forgetTrackedCompanies(platform, payer, group);
        if (isListed === true) listGroup(platform, group);
        else changeDocumentProperties(platform, (properties) => unlistGroup(properties, group));
      });
      return { kind: 'group-changed', changed };
    },
  };
}

/** Returns no company for a date, a check box or an error. */
function companyIn(value: unknown): string[] {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || hasNoValue(text) ? [] : [text.slice(0, MAX_MATCHED_LENGTH)];
}

/** Returns the first column of the selection; for a single cell, its column from there on. */
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
