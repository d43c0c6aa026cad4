/** A refresh from the menu requests every formula, even those that Google starts late. */
import { createGate } from '../support/gate.js';
import { useHost } from '../support/host.js';
import { createPeople } from './sidebar/people.js';
import { useSmallService } from './small-service.js';

/** Google's limit per person; a further formula waits, or Google refuses it. */
const AT_ONCE = 30;
const MINUTE_MS = 60_000;

const service = useSmallService();
const host = useHost(() => ({ connection: service.connection }));
const people = createPeople(host);

const today = () => new Date(host.clock.now()).toISOString().slice(0, 10);
const rules = (dailyBudget: number) => ({ dailyBudget, freshness: { mode: 'daily' } });

describe('D11 a formula that Google starts late in a refresh sends a request', () => {
  const asked = () => service.bodies.map(({ companyDomain }) => [companyDomain].flat()[0]);

  /** @param meanwhile runs while all but one formula wait for the service */
  async function refreshWhile(meanwhile: () => Promise<unknown>): Promise<void> {
    // if Google refuses executions over the limit, the menu's own execution counts, too
    const count = host.switches.crowded === 'queue' ? AT_ONCE + 1 : AT_ONCE - 1;
    const domains = Array.from({ length: count }, (_, index) => `company${index}.example`);
    await people.call('owner', 'saveRules', rules(100_000));
    for (const [index, domain] of domains.entries()) {
      service.add(1, today(), domain);
      host.workbook.type(`A${3 * index + 1}`, `=EXPANSIONS("${domain}", "from", "-30d", "limit", 2)`);
    }
    await host.settled();
    expect(asked().sort()).toEqual([...domains].sort());
    host.clock.advance(MINUTE_MS);
    const before = service.bodies.length;
    const gate = createGate();
    service.until = gate.opened;
    const refreshed = host.run('refreshSheet');
    const running = Math.min(AT_ONCE, count);
    while (service.bodies.length < before + running) await new Promise((resolve) => setTimeout(resolve, 20));
    const changed = meanwhile();
    // otherwise the change waits for the formulas, which wait for the gate
    if (host.switches.spreadsheetCalls !== 'wait for formulas') await changed;
    gate.open();
    await Promise.all([refreshed, changed]);
    await host.settled();
    expect(asked().slice(before).sort()).toEqual([...domains].sort());
  }

  test('even if a colleague changes the settings meanwhile', async () => {
    await refreshWhile(() => people.call('editor', 'saveRules', rules(90_000)));
  });

  test('even if minutes have passed', async () => {
    await refreshWhile(async () => host.clock.advance(4 * MINUTE_MS));
  });
});
