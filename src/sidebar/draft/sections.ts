/** The sections of the page, those that work without a key, and the payer of formulas. */
import type { SidebarState } from '../../contract/sidebar-api.js';

export const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Returns the chosen group if the spreadsheet has it, else the default, else any; '' without groups. */
export function defaultGroupOf(
  { groups, defaultGroup }: Pick<SidebarState, 'groups' | 'defaultGroup'>,
  chosen = '',
): string {
  return [chosen, defaultGroup, ...groups].find((name) => groups.includes(name)) ?? '';
}

/** True if there is a key to use: the person's own, a shared one, or one that formulas here use. */
export function isConnected(state: SidebarState): boolean {
  return state.hasKey || !['nobody', 'unknown'].includes(payerOf(state));
}

/** True if the section works. Without a key, only Connect does, and Jobs and Activity with content. */
export function isUsable(section: SectionName, state: SidebarState): boolean {
  return (
    section === 'connect' ||
    isConnected(state) ||
    (section === 'jobs' && state.jobs.length > 0) ||
    (section === 'activity' && state.activity.calls.length > 0)
  );
}

/** The person at the page; a colleague who shares a key; the owner of the spreadsheet; or nobody. */
type Payer = 'person' | 'sharer' | 'owner' | 'nobody' | 'unknown';

/** Finds out whose key pays for formulas. */
export function payerOf({ formulaKey, sharing }: Pick<SidebarState, 'formulaKey' | 'sharing'>): Payer {
  if (sharing) return sharing.mine ? 'person' : 'sharer';
  if (formulaKey === 'mine') return 'person';
  if (formulaKey === 'other') return 'owner';
  return formulaKey === 'none' ? 'nobody' : 'unknown';
}

/** True if the page uses another key than formulas, whose purchases and balance it does not know. */
export function formulasUseOtherKey(state: SidebarState): boolean {
  return ['owner', 'nobody'].includes(payerOf(state));
}
