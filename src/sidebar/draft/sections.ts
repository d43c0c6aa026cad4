/** The sections of the page, and of what use each is without a key. */
import type { SidebarState } from '../../contract/sidebar-api.js';

export const SECTIONS = ['build', 'groups', 'news', 'jobs', 'activity', 'connect'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Whether there is a key to ask with: the person's own, a shared one, or one that formulas here use. */
export function isConnected({ hasKey, sharing, formulaKey }: SidebarState): boolean {
  return hasKey || sharing !== undefined || formulaKey === 'other';
}

/** Whether a section is of use: without a key only Connect, and what there is to see or to end. */
export function isUsable(section: SectionName, state: SidebarState): boolean {
  return (
    section === 'connect' ||
    isConnected(state) ||
    (section === 'jobs' && state.jobs.length > 0) ||
    (section === 'activity' && state.activity.calls.length > 0)
  );
}
