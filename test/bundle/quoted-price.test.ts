/** The price of a query is that of its own records, even if another formula here queries more. */
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import { useOneHost } from '../support/host.js';
import { useService } from '../support/service.js';

const service = useService({ credits: 10_000 });
const host = useOneHost(() => ({ connection: { baseUrl: service.baseUrl, apiKey: service.apiKey } }));

/** Types a formula. @returns the price of its records */
async function costOf(formula: string): Promise<number> {
  const today = async () => {
    const state = (await host.run('sidebarState', [], { as: 'owner', mode: 'sidebar' })) as SidebarState;
    return state.activity.today;
  };
  const before = await today();
  await host.enter('F1', formula);
  return (await today()) - before;
}

test('a query without records is free beside formulas with all changes of a year', async () => {
  expect(
    await costOf('=EXPANSIONS(, "from", "last year", "to", "last year", "dateType", "LAST-MODIFIED")'),
  ).toBe(100);
  expect(await costOf('=EXPANSIONS(, "from", "-30d")')).toBe(100);
  const narrow = '"expansionType", "Store", "expansionLocation", "United Kingdom", "investment", ">5000000"';
  expect(await costOf(`=EXPANSIONS(, "from", "-30d", ${narrow}, "currency", "GBP")`)).toBe(0);
  expect(host.workbook.read('F1')[0]?.[0]?.value).toBe('Announced (no records)');
});
