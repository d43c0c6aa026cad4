/** The daily cap while the database's clock passes midnight in both directions: never exceeded, reset. */
import type { ChargeOutcome } from '../../../src/service/database/credits.js';
import { createRandom } from '../../../src/service/seed/random.js';
import { eventually } from '../../support/eventually.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';

const CAP = 20;
const STEPS = 150;
const PARTS = Array.from({ length: scaled(2, 12) }, (_, part) => part);
/** The first day of the database's clock, at noon. */
const NOON = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);

  beforeAll(async () => {
    await engine.sql('create schema clock');
    await engine.sql('create table clock.hand (at timestamptz)');
    await engine.sql(`insert into clock.hand values (to_timestamp(${NOON / 1_000}))`);
    await engine.sql(
      "create function clock.now() returns timestamptz stable language sql as 'select at from clock.hand'",
    );
    // a default keeps the function that it was made with
    await engine.sql('alter table ledger alter column at set default clock.now()');
    const [row] = await engine.sql('select current_database() as name');
    await engine.sql(`alter database "${row!['name']}" set search_path = clock, pg_catalog, public`);
    // for sessions that were open before
    await engine.sql('set search_path = clock, pg_catalog, public');
    // returns when they have ended: a session that ends later would fail a statement of the tests below
    await engine.sql(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    // the store finds its connections cut, and opens new ones
    await eventually(() => engine.store.ping().then(() => true));
  });

  const setClock = (at: number) => engine.sql(`update clock.hand set at = to_timestamp(${at / 1_000})`);

  const makeKey = (name: string): Promise<number> =>
    engine.store.createKey({ name, digest: name, prefix: name, credits: 100_000, dailyCap: CAP });

  /** The sum over all parts. */
  const seen = { charged: 0, refused: 0, refunded: 0, backwards: 0 };

  /** The credits that stay charged, by the day to which they count. */
  const spentOf = (charged: ReadonlyMap<number, { day: number; amount: number }>, day: number) =>
    [...charged.values()].filter((one) => one.day === day).reduce((sum, { amount }) => sum + amount, 0);

  test.each(PARTS)(`SEED=${SEED}: random charges, refunds and clocks, part %i`, async (part) => {
    const { next: random } = createRandom(`${SEED} midnight ${turn} ${part}`);
    const keyId = await makeKey(`midnight-${part}`);
    const charged = new Map<number, { day: number; at: number; amount: number }>();
    // refunded as credits, but not to the day's cap
    const lost = new Map<number, number>();
    let clock = NOON;
    let last = 0;
    for (let step = 0; step < STEPS; step++) {
      // mostly forward, sometimes some hours back, as after a failover to a machine whose clock is behind
      const move = random() < 0.25 ? -HOUR_MS * 12 * random() : HOUR_MS * 9 * random();
      if (Math.floor((clock + move) / DAY_MS) < Math.floor(clock / DAY_MS)) seen.backwards += 1;
      clock += move;
      await setClock(clock);
      const today = Math.floor(clock / DAY_MS);
      // the cap's day never goes back
      const day = Math.max(last, today);
      const amounts = Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => 1 + Math.floor(random() * 9),
      );
      const outcomes = await Promise.all(
        amounts.map((amount, index) => {
          const answer = storedAs(`${step} ${index}`);
          return engine.store.charge({ keyId, amount, dataset: 'business-expansion', answer });
        }),
      );
      outcomes.forEach((outcome: ChargeOutcome, index) => {
        const amount = amounts[index] ?? 0;
        if (outcome.outcome !== 'charged') {
          expect(outcome).toEqual({ outcome: 'DAILY_CAP' });
          seen.refused += 1;
          return;
        }
        last = day;
        charged.set(outcome.chargeId, { day, at: today, amount });
        seen.charged += 1;
      });
      const spent = spentOf(charged, day);
      expect([step, spent]).toEqual([step, Math.min(spent, CAP)]);
      // only requests that exceed the cap are refused
      const refused = amounts.filter((_, index) => outcomes[index]?.outcome !== 'charged');
      for (const amount of refused) expect(spent + (lost.get(day) ?? 0) + amount).toBeGreaterThan(CAP);
      const [chargeId] = [...charged.keys()].slice(-1);
      if (chargeId === undefined || random() < 0.6) continue;
      const { day: counted, at, amount } = charged.get(chargeId)!;
      await engine.sql('select forget_answer($1)', [chargeId]);
      charged.delete(chargeId);
      seen.refunded += 1;
      // the clock was behind at the charge: its refund does not raise the cap of the later day
      if (counted !== at) lost.set(counted, (lost.get(counted) ?? 0) + amount);
    }
    const [key] = await engine.sql(
      `select credits::int as credits, spent::int as spent,
        (select coalesce(sum(delta), 0)::int from ledger where key_id = ${keyId}) as ledger
        from api_key where id = ${keyId}`,
    );
    const paid = [...charged.values()].reduce((sum, { amount }) => sum + amount, 0);
    expect(key).toMatchObject({ credits: 100_000 - paid, ledger: 100_000 - paid });
    expect(Number(key!['spent'])).toBeGreaterThanOrEqual(0);
  });

  test('all kinds of steps have occurred', () => {
    for (const [kind, count] of Object.entries(seen)) expect([kind, count > 3]).toEqual([kind, true]);
  });
});
