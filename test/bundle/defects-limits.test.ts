/** Limits on credits, as they are said and as they hold; each call in the log once. */
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

test('D42 a call that two executions have settled is in the log once', async () => {
  const RECORDS = 2_500;
  service.add(RECORDS, today(), 'acme.example');
  await people.call('owner', 'saveRules', rules(100_000));
  const ask = () =>
    host.run('EXPANSIONS', ['acme.example', 'from', '-30d', 'to', later(), 'limit', RECORDS + 1], {
      mode: 'custom-function',
    });
  const gate = createGate();
  service.until = gate.opened;
  const first = ask();
  while (service.bodies.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
  // the first is taken for dead, and its call is repeated under its name
  host.clock.advance(22_000);
  const second = ask();
  while (service.bodies.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  gate.open();
  await Promise.all([first, second]);
  const { activity } = await people.call('owner', 'sidebarState');
  expect(service.charged).toBe(RECORDS);
  expect(activity.today).toBe(RECORDS);
  expect(activity.calls.map(({ credits }) => credits)).toEqual([RECORDS]);
});
