/** A formula that is killed or fails at any of its calls to Google and runs again later never pays twice. */
import { createApp } from '../../src/addon/app.js';
import { createRandom } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { createHookedPlatform, type Fault } from './hooked-platform.js';
import { Service } from './service.js';
import { World } from './world.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 10, 15);
const DATASET = 'business-expansion';
const MOST_CALLS = 60;

/** isCached is true if an answer that is only in the cache is still there. */
const LATER = [
  { when: 'a minute later', ms: 60_000, isCached: true },
  { when: 'eight hours later', ms: 8 * HOUR_MS, isCached: false },
  { when: 'after midnight', ms: 10 * HOUR_MS, isCached: false },
  { when: 'the next morning', ms: 19 * HOUR_MS, isCached: false },
];

const QUESTIONS = [
  ['days that are over', ['from', '2026-10-01', 'to', '2026-10-25', 'limit', 1_000]],
  ['days that move', ['from', '-30d', 'limit', 1_000]],
  ['the newest', ['limit', 20]],
  ['a filter', ['expansionType', 'HQ', 'from', '-30d', 'limit', 1_000]],
] as const;

/** Returns the versions that were paid twice, and the final content of the cell. */
function play(question: readonly unknown[], known: KnownBefore, fault: Fault, { ms, isCached }: Later) {
  const random = createRandom(SEED);
  const world = new World(random, START - 3 * DAY_MS, 60, DATASET);
  const service = new Service(world, random);
  service.behaviour = { ...service.behaviour, changes: known === 'followed' ? 'all' : 'none' };
  const hooked = createHookedPlatform(known === 'nothing' ? START : START - 2 * DAY_MS);
  const { fake } = hooked;
  fake.documentProperties!.set('settings', JSON.stringify({ dailyBudget: 100_000 }));
  hooked.connect('ann');
  fake.respond((request) => service.respond(request, fake.clock.now(), 0));
  const run = (hit?: Fault) =>
    hooked.execute((platform) => createApp(platform).dataset(DATASET, [undefined, ...question]), hit);
  // change requests begin with the first update
  const days = { nothing: [], days: [2], followed: [1, 1] }[known];
  for (const count of days) {
    run();
    const from = fake.clock.now();
    fake.advance(count * DAY_MS);
    world.live(from, fake.clock.now(), 5, DATASET);
    fake.emptyCache();
  }
  const before = service.log.length;
  const { faulty, killed } = run(fault);
  fake.advance(ms);
  if (!isCached) fake.emptyCache();
  const { error } = run();
  const paid = service.log
    .slice(before)
    .filter(({ replayed }) => !replayed)
    .flatMap(({ sent }) => sent.map(({ id, number }) => `${id} ${number}`));
  return { isHit: faulty || killed, twice: paid.length - new Set(paid).size, error };
}

type Later = (typeof LATER)[number];
/** days: all but some days' changes are known. followed: all is known as of a cursor of the service. */
type KnownBefore = 'nothing' | 'days' | 'followed';

describe.each(QUESTIONS)('%s', (_, question) => {
  test.each([
    ['nothing is known', 'nothing'],
    ['all is known but the changes', 'days'],
    ['all is followed', 'followed'],
  ] as const)('%s', (_what, known) => {
    const wrong: string[] = [];
    let hits = 0;
    for (const kind of ['throw', 'throw after', 'kill before', 'kill after'] as const) {
      for (const later of scaled([LATER[1]!, LATER[3]!], LATER)) {
        for (let call = 1; call < MOST_CALLS; call++) {
          const { isHit, twice, error } = play(question, known, { kind, call }, later);
          if (!isHit) break;
          hits += 1;
          if (twice > 0 || error !== undefined)
            wrong.push(`${kind} call ${call}, ${later.when}: ${twice} twice, ${error ?? 'a table'}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThanOrEqual(40);
  });
});
