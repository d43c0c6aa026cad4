/** The add-on's own ledger in a host's properties: with the receipts of calls that have ended since it was written. */
import type { Host } from '../../src/sandbox/host/host-types.js';

interface Ledger {
  readonly today: number;
  readonly open: readonly { readonly token: string; readonly slot: number; readonly amount: number }[];
}

/** Today's credits, and what is still reserved. */
export function ledgerOf({ properties }: Host): Ledger {
  const store = Object.values(properties.save()).find((values) => values['ledger'] !== undefined) ?? {};
  const { today, open }: Ledger = JSON.parse(store['ledger'] ?? '{"today":0,"open":[]}');
  const receipts = open.map(({ slot }) => JSON.parse(store[`cost.${slot}`] ?? '{}'));
  const isSettled = (index: number) => receipts[index].token === open[index]!.token;
  return {
    today: receipts.reduce((sum, { call }, index) => sum + (isSettled(index) ? call.credits : 0), today),
    open: open.filter((_, index) => !isSettled(index)),
  };
}
