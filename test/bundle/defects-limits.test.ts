/** Limits on credits, as they are said and as they hold; each call in the log once. */
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

async function type(a1: string, formula: string): Promise<void> {
  host.workbook.type(a1, formula);
  await host.settled();
}

describe('D17 the dialog of a refresh compares with the budget in force', () => {
  const spend = (credits: number) => {
    service.add(credits, today(), 'acme.example');
    return type('A1', `=EXPANSIONS("acme.example", "from", "-30d", "to", "${later()}", "limit", ${credits})`);
  };
  const refreshed = async () => {
    host.ui.questions.length = 0;
    await host.run('refreshSheet');
    await host.settled();
    return host.ui.questions.map(({ message }) => message).join('\n');
  };

  test('where a shared key has a cap', async () => {
    await people.call('owner', 'shareConnection', { owner: 'Ann', dailyCap: 20 });
    await spend(20);
    expect(await refreshed()).toContain('The budget is used up');
    expect(service.bodies).toHaveLength(1);
  });

  test('where a colleague has raised a budget that others pay', async () => {
    await people.call('owner', 'saveRules', rules(20));
    await people.call('editor', 'saveConnection', { ...service.connection, apiKey: 'key_of_the_editor' });
    await people.call('editor', 'saveRules', rules(5_000));
    await spend(20);
    expect(service.charged).toBe(20);
    expect(await refreshed()).toContain('The budget is used up');
  });
});

describe('D42 a call that two executions have settled is in the log once', () => {
  const RECORDS = 2_500;
  const ask = (domain: string) =>
    host.run('EXPANSIONS', [domain, 'from', '-30d', 'to', later(), 'limit', RECORDS + 1], {
      mode: 'custom-function',
    });
  const asked = (count: number) => eventually(() => service.bodies.length >= count);
  const logged = async () => {
    const { activity } = await people.call('owner', 'sidebarState');
    const calls = activity.calls.map(({ credits }) => credits).sort((a, b) => a - b);
    return { today: activity.today, calls };
  };
  beforeEach(async () => {
    service.add(RECORDS, today(), 'acme.example');
    await people.call('owner', 'saveRules', rules(100_000));
  });

  test('at the same time', async () => {
    const gate = createGate();
    service.until = gate.opened;
    const first = ask('acme.example');
    await asked(1);
    // the first is taken for dead, and its call is repeated under its name
    host.clock.advance(22_000);
    const second = ask('acme.example');
    await asked(2);
    gate.open();
    await Promise.all([first, second]);
    expect(service.charged).toBe(RECORDS);
    expect(await logged()).toEqual({ today: RECORDS, calls: [RECORDS] });
  });

  test('the late one after the log was summed up', async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `company${index}.example`);
    for (const domain of domains) service.add(1, today(), domain);
    const gate = createGate();
    service.until = gate.opened;
    const late = ask('acme.example');
    await asked(1);
    host.clock.advance(22_000);
    service.until = Promise.resolve();
    await ask('acme.example');
    // what is bought next sums up so long an answer
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
