/**
 * Makes each Google call of a run that queues and sends fail or end the execution. The destination counts on
 * its own: it never gets a record in two messages, and the outbox counts lost records as unclear.
 */
import type { Alert } from '../../../src/addon/alerts/alert.js';
import { outboxKey, outboxOf, valuesToQueue } from '../../../src/addon/alerts/outbox.js';
import { sendAlerts } from '../../../src/addon/alerts/send-alerts.js';
import type { Platform } from '../../../src/addon/platform.js';
import { withDocumentLock } from '../../../src/addon/storage/document-lock.js';
import { createSteadyPlatform } from '../../../src/addon/storage/platforms.js';
import {
  createHookedPlatform,
  type Fault,
  type HookedPlatform,
  type Meanwhile,
} from '../../differential/hooked-platform.js';
import type { CannedAnswer } from '../fake-platform.js';
import { keptAlert, recordsOf, withPerson } from './support.js';

const START = Date.parse('2026-11-20T10:15:00Z');
const HOUR_MS = 3_600_000;
/** More calls than a run makes. */
const CALLS = 24;
const KINDS = ['throw', 'throw after', 'kill before', 'kill after'] as const;
const FAULTS = KINDS.flatMap((kind) =>
  Array.from({ length: CALLS }, (_, index): Fault => ({ kind, call: index + 1 })),
);
const IDS = recordsOf(4).map(({ id }) => id);

interface World {
  readonly hooked: HookedPlatform;
  readonly alert: Alert;
  /** Ids of the messages in which the destination got each record. A repeated message has the same id. */
  readonly reported: Map<string, Set<string>>;
  /** Messages that arrived, including repeated ones. */
  readonly arrived: string[];
  /** The next responses of the destination; 200 after the last one. */
  readonly answers: CannedAnswer[];
}

function createWorld(answers: readonly CannedAnswer[] = []): World {
  const hooked = createHookedPlatform(START);
  const alert = keptAlert(hooked.fake, { kind: 'webhook' });
  const world: World = { hooked, alert, reported: new Map(), arrived: [], answers: [...answers] };
  hooked.fake.respond(({ body, headers }) => {
    const answer = world.answers.shift() ?? { status: 200 };
    const isTaken = (answer.status ?? 200) < 300 && !answer.fails?.startsWith('DNS');
    const { data } = JSON.parse(body ?? '') as { data: { records: { id: string }[] } };
    const message = headers['webhook-id'] ?? '';
    if (isTaken) world.arrived.push(message);
    if (isTaken)
      for (const { id } of data.records) world.reported.set(id, messagesOf(world, id).add(message));
    return answer;
  });
  return world;
}

function messagesOf({ reported }: World, id: string): Set<string> {
  return reported.get(id) ?? new Set();
}

/** A run: writes the seen mark and the queued records in one call, then sends. */
function run({ alert }: World, isSteady: boolean): (platform: Platform) => void {
  return (bare) => {
    const person = withPerson(bare);
    const platform = isSteady ? createSteadyPlatform(person) : person;
    const properties = platform.documentProperties!;
    withDocumentLock(platform, () => {
      if (properties.get('seen')) return;
      properties.setAll({ ...valuesToQueue(properties, [alert], recordsOf(4)), seen: 'yes' });
    });
    sendAlerts(platform, properties, { name: 'My job', alerts: [alert] });
  };
}

function runOften(world: World, fault: Fault, isSteady = false, meanwhile?: Meanwhile): boolean {
  const first = world.hooked.execute(run(world, isSteady), fault, meanwhile);
  for (let round = 0; round < 3; round++) {
    world.hooked.fake.advance(HOUR_MS);
    expect(world.hooked.execute(run(world, isSteady)).error).toBeUndefined();
  }
  return first.faulty;
}

const outboxIn = ({ hooked, alert }: World) =>
  outboxOf(hooked.fake.documentProperties!.get(outboxKey(alert.id)));

/** Adds records to those that wait. */
function queueMore({ hooked, alert }: World): void {
  const properties = hooked.fake.documentProperties!;
  properties.setAll(valuesToQueue(properties, [alert], recordsOf(3, 's')));
}

function check(world: World): { readonly lost: number } {
  const { reported, arrived } = world;
  const outbox = outboxIn(world);
  for (const id of IDS) expect(messagesOf(world, id).size).toBeLessThanOrEqual(1);
  expect(arrived.length).toBeLessThanOrEqual(2);
  expect(outbox).toMatchObject({ waiting: [], more: 0 });
  const lost = IDS.filter((id) => !reported.has(id)).length;
  expect(lost).toBeLessThanOrEqual(outbox.unclear + outbox.count);
  return { lost };
}

describe.each([
  ['a destination that accepts', []],
  ['a destination that refuses once', [{ status: 500 }]],
  ['a destination with too many requests', [{ status: 429 }, { status: 429 }]],
  ['a destination whose name is not found once', [{ fails: 'DNS error: https://x' }]],
])('%s', (_name, answers: readonly CannedAnswer[]) => {
  test.each([false, true])('gets each record once at most, steady: %s', (isSteady) => {
    const undisturbed = createWorld(answers);
    runOften(undisturbed, { kind: 'throw', call: 1_000 }, isSteady);
    expect(check(undisturbed)).toEqual({ lost: 0 });
    let faulty = 0;
    let lost = 0;
    for (const fault of FAULTS) {
      const world = createWorld(answers);
      if (runOften(world, fault, isSteady)) faulty += 1;
      const isLost = check(world).lost > 0;
      // a record can only get lost between the mark and its end: before, none is sent; after, all are
      if (isLost) lost += 1;
      if (isLost) expect(fault.call).toBeGreaterThan(8);
    }
    expect(faulty).toBeGreaterThan(40);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(faulty / 3);
  });
});

test('two executions that send at the same time report each record once', () => {
  for (const fault of FAULTS) {
    const world = createWorld();
    const other = () => void world.hooked.execute(run(world, false));
    runOften(world, fault, false, other);
    check(world);
  }
});

test('records queued during a request wait for the next message, even if that request is refused', () => {
  const world = createWorld([{ status: 503 }]);
  const { hooked, reported } = world;
  hooked.execute(run(world, false), undefined, () => queueMore(world));
  const outbox = outboxIn(world);
  expect(outbox).toMatchObject({ more: 2, failure: '503', count: 0, unclear: 0 });
  expect(outbox.waiting.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3', 'r4', 's1']);
  hooked.fake.advance(HOUR_MS);
  hooked.execute(run(world, false));
  expect([...reported.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
});

test('a message without an answer may have arrived: it is sent once more with the same id, then no more', () => {
  for (const failures of [1, 2]) {
    const world = createWorld(Array.from({ length: failures }, () => ({ takesMs: 60_000 })));
    const { hooked, arrived } = world;
    hooked.execute(run(world, false));
    expect(outboxIn(world)).toMatchObject({ unclear: 0, failure: 'noAnswer', more: 0 });
    expect(outboxIn(world).waiting.map(({ id }) => id)).toEqual(IDS);
    // records that are new meanwhile get a message of their own
    queueMore(world);
    runOften(world, { kind: 'throw', call: 1_000 });
    expect(arrived).toHaveLength(3);
    expect(arrived[1]).toBe(arrived[0]);
    expect(arrived[2]).not.toBe(arrived[0]);
    for (const id of [...IDS, 's1']) expect([...messagesOf(world, id)]).toHaveLength(1);
    const unclear = failures === 1 ? 0 : 4;
    expect(outboxIn(world)).toMatchObject({ unclear, failure: '', more: 0, waiting: [] });
  }
});
