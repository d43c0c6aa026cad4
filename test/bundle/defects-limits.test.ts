/** Limits on credits: their messages and their effect. The log has each call once. */
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { useHost } from '../support/host.js';
import { DAY_MS } from './jobs-spreadsheet.js';
import { createPeople } from './sidebar/people.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const host = useHost(() => ({ connection: service.connection }));
const people = createPeople(host);

const today = () => new Date(host.clock.now()).toISOString().slice(0, 10);
const later = () => new Date(host.clock.now() + 30 * DAY_MS).toISOString().slice(0, 10);
const rules = (dailyBudget: number) => ({ dailyBudget, freshness: { mode: 'daily' } });

describe('D17 the refresh dialog compares the price with the budget in force', () => {
  const spend = (credits: number) => {
    service.add(credits, today());
    return host.enter(
      'A1',
      `=EXPANSIONS("acme.example", "from", "-30d", "to", "${later()}", "limit", ${credits})`,
    );
  };
  const refreshed = async () => {
    host.ui.questions.length = 0;
    await host.run('refreshSheet');
    await host.settled();
    return host.ui.questions.map(({ message }) => message).join('\n');
  };

  test('with the cap of a shared key', async () => {
    await people.call('owner', 'shareConnection', { owner: 'Ann', dailyCap: 20 });
    await spend(20);
    expect(await refreshed()).toContain('The budget is used up');
    expect(service.bodies).toHaveLength(1);
  });

  test('with a budget that a colleague has raised at other people’s cost', async () => {
    await people.call('owner', 'saveRules', rules(20));
    await people.call('editor', 'saveConnection', { ...service.connection, apiKey: 'key_of_the_editor' });
    await people.call('editor', 'saveRules', rules(5_000));
    await spend(20);
    expect(service.charged).toBe(20);
    expect(await refreshed()).toContain('The budget is used up');
  });
});

describe('D42 a call that two executions settle is in the log once', () => {
  const RECORDS = 2_500;
  const ask = (domain: string) =>
    host.formula('EXPANSIONS', domain, 'from', '-30d', 'to', later(), 'limit', RECORDS + 1);
  const asked = (count: number) => eventually(() => service.bodies.length >= count);
  const logged = async () => {
    const { activity } = await people.call('owner', 'sidebarState');
    const calls = activity.calls.map(({ credits }) => credits).sort((a, b) => a - b);
    return { today: activity.today, calls };
  };
  beforeEach(async () => {
    service.add(RECORDS, today());
    await people.call('owner', 'saveRules', rules(100_000));
  });

  test('if they settle it at the same time', async () => {
    const gate = createGate();
    service.until = gate.opened;
    const first = ask('acme.example');
    await asked(1);
    // the second execution presumes the first one dead and repeats its call with the same idempotency key
    host.clock.advance(22_000);
    const second = ask('acme.example');
    await asked(2);
    gate.open();
    await Promise.all([first, second]);
    expect(service.charged).toBe(RECORDS);
    expect(await logged()).toEqual({ today: RECORDS, calls: [RECORDS] });
  });

  test('if the late one settles it after the log was summarised', async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `company${index}.example`);
    for (const domain of domains) service.add(1, today(), domain);
    const gate = createGate();
    service.until = gate.opened;
    const late = ask('acme.example');
    await asked(1);
    host.clock.advance(22_000);
    service.until = Promise.resolve();
    await ask('acme.example');
    // the next purchase summarises the large answer
    await ask(domains[0]!);
    gate.open();
    await late;
    const ones = (count: number) => Array<number>(count).fill(1);
    expect(await logged()).toEqual({ today: RECORDS + 1, calls: [...ones(1), RECORDS] });
    for (const domain of domains) await ask(domain);
    expect(service.charged).toBe(RECORDS + domains.length);
    const calls = [...ones(domains.length), RECORDS];
    expect(await logged()).toEqual({ today: RECORDS + domains.length, calls });
  });
});

test('credits that a formula reserves but does not need go to others at once: each shows its whole table', async () => {
  const companies = ['acme.example', 'beta.example', 'dune.example'];
  for (const company of companies) service.add(3, '2026-01-05', company);
  await people.call('owner', 'saveRules', rules(100));
  // the service answers the first formula only after the others wait
  const waiting = createGate();
  service.until = waiting.opened;
  host.faults.killAfterCall = (_caller, _number, operation) => {
    if (operation === 'Utilities.sleep') waiting.open();
    return false;
  };
  const days = ['from', '2026-01-01', 'to', '2026-01-31'];
  const asked = companies.map((company) => host.formula('EXPANSIONS', company, ...days));
  for (const table of await Promise.all(asked))
    expect([table[0]![0], table.length]).toEqual(['Announced', 4]);
  expect(service.bodies.map(({ limit }) => limit).sort()).toEqual([100, 94, 97]);
  expect(service.charged).toBe(9);
});
