/** The sections of the page, those that work without a key, and the payer of formulas. */
import { HERE } from '../../contract/jobs.js';
import type { FormulaKey, SidebarState } from '../../contract/sidebar-api.js';

export const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Returns the chosen group if the spreadsheet has it, else the default, else any; '' without groups. */
export function defaultGroupOf({ groups, defaultGroup }: SidebarState, chosen = ''): string {
  return [chosen, defaultGroup, ...groups].find((name) => groups.includes(name)) ?? '';
}

/** Returns the address for a group's news: where they went last, else this spreadsheet if it is a web app. */
export function callbackOf({ callbacks, hasWebApp }: SidebarState, group: string): string {
  return callbacks[group] ?? (hasWebApp ? HERE : '');
}

/** True if there is a key to use: the person's own, a shared one, or one that formulas here use. */
export function isConnected(state: SidebarState): boolean {
  return state.hasKey || !['none', 'unknown'].includes(payerOf(state));
}

/** True if the section works. Without a key, only Connect does, and Jobs and Activity with content. */
export function isUsable(section: SectionName, state: SidebarState): boolean {
  if (section === 'connect' || isConnected(state)) return true;
  if (section === 'jobs') return state.jobs.length > 0;
  return section === 'activity' && state.activity.calls.length > 0;
}

/** Finds out whose key pays for formulas. The one that the person shares is the person's own. */
export function payerOf({ formulaKey, sharing }: Pick<SidebarState, 'formulaKey' | 'sharing'>): FormulaKey {
  if (sharing) return sharing.mine ? 'mine' : 'shared';
  return formulaKey;
}

/** True if the page uses another key than formulas, whose purchases and balance it does not know. */
export function formulasUseOtherKey(state: SidebarState): boolean {
  return ['other', 'none'].includes(payerOf(state));
}
