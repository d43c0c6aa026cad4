/** The most credits that formulas here may spend today: the spreadsheet's budget, or the cap of a shared key where that ends first. */
import type { SidebarState } from '../../contract/sidebar-api.js';

interface LimitOfToday {
  readonly today: number;
  readonly budget: number;
  readonly left: number;
  /** Who alone can raise it, where it is the cap of a colleague's key. */
  readonly sharer?: string;
}

export function limitOfToday({
  activity: { today, budget: own },
  sharing,
}: Pick<SidebarState, 'activity' | 'sharing'>): LimitOfToday {
  const budget = Math.min(own, sharing?.dailyCap ?? own);
  const sharer = sharing && !sharing.mine && sharing.dailyCap <= own ? sharing.owner : undefined;
  return { today, budget, left: Math.max(0, budget - today), ...(sharer !== undefined && { sharer }) };
}
