/** The groups of tracked companies that a spreadsheet works with: known to the service, kept with the document. */

import { isDomain } from '../../contract/domains.js';
import type { Outcome, TrackedCompanyEntry } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { changeDocumentProperties } from '../account/context.js';
import { readSettings, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { readCompanies } from '../question/companies.js';
import { Client } from '../service/client.js';
import { plainText } from '../table/plain-text.js';

export interface Groups {
  add(name: unknown): void;
  remove(name: unknown): void;
  /** An empty name stands for no group. */
  setDefault(name: unknown): void;
  list(group: unknown): Outcome;
  check(group: unknown, text: unknown): Outcome;
}

const BUDGET_MS = 25_000;
const MAX_NAME_CHARACTERS = 200;
/** A whole column pasted. */
const MAX_PASTED_CHARACTERS = 200_000;

export function createGroups(platform: Platform, connections: ConnectionStore): Groups {
  /** @throws NO_GROUP, or whatever the service refuses */
  function companiesOf(group: string): TrackedCompanyEntry[] {
    const client = new Client(platform, connections.require(), platform.clock.now() + BUDGET_MS);
    const [body] = client.trackedCompanies([group]);
    const text = (value: unknown) => (typeof value === 'string' ? plainText(value) : '');
    return (body?.records ?? []).map(({ id, name, domain }) => ({
      id: text(id),
      name: text(name),
      domain: text(domain),
    }));
  }

  return {
    add(name) {
      const group = checkName(name);
      companiesOf(group);
      listGroup(platform, group, true);
    },
    remove: (name) => listGroup(platform, name, false),
    setDefault(name) {
      changeDocumentProperties(platform, (properties) => {
        const { groups } = readSettings(properties);
        const known = groups.find((group) => group === name);
        writeSettings(properties, { defaultGroup: known ?? '' });
      });
    },
    list(name) {
      const group = checkName(name);
      return { kind: 'companies', group, companies: companiesOf(group) };
    },
    check(name, pasted) {
      const group = checkName(name);
      if (typeof pasted !== 'string' || pasted.length > MAX_PASTED_CHARACTERS) throw errors.badPaste();
      const domains = readCompanies(pasted.split(/[\s,;]+/)).filter(isDomain);
      if (domains.length === 0) throw errors.badPaste();
      const known = new Set(companiesOf(group).map(({ domain }) => domain.toLowerCase()));
      const tracked = domains.filter((domain) => known.has(domain));
      return { kind: 'checked', group, tracked, untracked: domains.filter((domain) => !known.has(domain)) };
    },
  };
}

/** Makes a group one of the spreadsheet, or no longer one. */
export function listGroup(platform: Platform, name: unknown, isListed: boolean): void {
  changeDocumentProperties(platform, (properties) => {
    const { groups, defaultGroup, callbacks } = readSettings(properties);
    if (isListed && typeof name === 'string') {
      // the first group is the one that most formulas will want
      writeSettings(properties, { groups: [...groups, name], defaultGroup: defaultGroup || name });
      return;
    }
    writeSettings(properties, {
      groups: groups.filter((group) => group !== name),
      defaultGroup: defaultGroup === name ? '' : defaultGroup,
      callbacks: Object.fromEntries(Object.entries(callbacks).filter(([group]) => group !== name)),
    });
  });
}

/** @throws BAD_INPUT */
export function checkName(name: unknown): string {
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '' || text.length > MAX_NAME_CHARACTERS) throw errors.badGroupName();
  return text;
}
