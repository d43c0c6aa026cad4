/** The sections of the page, of what use each is without a key, and whose key pays for formulas. */
import type { SidebarState } from '../../contract/sidebar-api.js';

export const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The group that is chosen while the spreadsheet has it, else that of new formulas, else any; empty where there is none. */
export function usualGroup(
  { groups, defaultGroup }: Pick<SidebarState, 'groups' | 'defaultGroup'>,
  chosen = '',
): string {
  return [chosen, defaultGroup, ...groups].find((name) => groups.includes(name)) ?? '';
}

/** There is a key to ask with: the person's own, a shared one, or one that formulas here use. */
export function isConnected(state: SidebarState): boolean {
  return state.hasKey || !['nobody', 'unknown'].includes(payerOf(state));
}

/** Without a key only Connect is of use, and what there is to see or to end. */
export function isUsable(section: SectionName, state: SidebarState): boolean {
  return (
    section === 'connect' ||
    isConnected(state) ||
    (section === 'jobs' && state.jobs.length > 0) ||
    (section === 'activity' && state.activity.calls.length > 0)
  );
}

/**
 * Whose key pays for the formulas of the spreadsheet, as far as is known.
 * @returns `person`, who has the page open; `sharer`, a colleague who shares a key here; `owner` of the spreadsheet
 */
export function payerOf({
  formulaKey,
  sharing,
}: Pick<SidebarState, 'formulaKey' | 'sharing'>): 'person' | 'sharer' | 'owner' | 'nobody' | 'unknown' {
  if (sharing) return sharing.mine ? 'person' : 'sharer';
  if (formulaKey === 'mine') return 'person';
  if (formulaKey === 'other') return 'owner';
  return formulaKey === 'none' ? 'nobody' : 'unknown';
}

/** The page asks with another key than formulas: what theirs has paid for, and has left, is not known. */
export function asksWithOther(state: SidebarState): boolean {
  return ['owner', 'nobody'].includes(payerOf(state));
}
