/** The outbox of a destination: bounded, without duplicates, small enough for the store. */

import {
  outboxKey,
  outboxOf,
  valuesOf,
  valuesToQueue,
  withWaiting,
} from '../../../src/addon/alerts/outbox.js';
import type { Properties } from '../../../src/addon/platform.js';
import { versionName } from '../../../src/addon/table/record-summary.js';
import { createFakePlatform } from '../fake-platform.js';
import { alertOf, recordOf, recordsOf } from './support.js';

const alert = alertOf();
/** With Google's limit for a value. */
let properties: Properties;

beforeEach(() => {
  properties = createFakePlatform().documentProperties!;
});

const stored = (id = alert.id) => outboxOf(properties.get(outboxKey(id)));
function counted({ waiting, more } = stored()): number {
  return waiting.length + more;
}

function queue(records: Parameters<typeof valuesToQueue>[2], alerts = [alert]): void {
  properties.setAll(valuesToQueue(properties, alerts, records));
}

test('repeated versions change nothing, in any order and table, and a new version is new', () => {
  queue(recordsOf(300));
  expect(valuesToQueue(properties, [alert], recordsOf(300).reverse())).toEqual({});
  expect(valuesToQueue(properties, [alert], [...recordsOf(2), ...recordsOf(2)])).toEqual({});
  const changed = { modified: '2026-11-21' };
  queue([recordOf('r1', changed), recordOf('r1', { ...changed, tab: 'Other' })]);
  expect(counted()).toBe(301);
});

test('a version whose name only occurs across two stored ones is new', () => {
  const name = versionName(recordOf('r1'));
  const versions = `0000${name}00000000${name}0000`;
  properties.set(outboxKey(alert.id), JSON.stringify({ ...outboxOf(null), versions }));
  queue(recordsOf(1));
  expect(counted()).toBe(1);
  queue(recordsOf(1));
  expect(counted()).toBe(1);
});

test('shown versions are remembered, even if many more were only counted', () => {
  queue(recordsOf(10_000));
  const sent = { ...stored(), waiting: [], more: 0 };
  properties.setAll(valuesOf(alert.id, sent));
  queue(recordsOf(5));
  expect(counted()).toBe(0);
});

test('versions that were only counted do not count again when a write is repeated', () => {
  queue(recordsOf(350));
  queue(recordsOf(300, 'later'));
  queue(recordsOf(300, 'later'));
  expect(counted()).toBe(650);
});

test('each alert of a job has its own rules', () => {
  const large = alertOf({ id: 'alert-2', minJobs: 1_000 });
  queue([recordOf('r1'), recordOf('r2', { jobs: 2_000 })], [alert, large]);
  expect(counted()).toBe(2);
  expect(stored('alert-2').waiting.map(({ id }) => id)).toEqual(['r2']);
});

test.each(['x', '漢', '"', '\\', '🏭', '\ud83d', '\u0000'])(
  'texts of %j of any length fit into a value',
  (letter) => {
    const long = letter.repeat(20_000);
    const texts = { company: long, what: long, headline: long, where: long, tab: long, currency: long };
    const fields = { ...texts, announced: long };
    for (let round = 0; round < 4; round++) {
      const records = recordsOf(200, `${round}-`);
      queue(records.map((record) => ({ ...record, ...fields, id: record.id + long })));
    }
    // the ids differ in the part that remains after truncation
    expect(counted()).toBe(800);
    expect(stored().waiting.length).toBeGreaterThan(0);
  },
);

test.each(['', 'x', '{', 'null', '[]', '{"waiting":3}', '{"waiting":[],"versions":7}'])(
  'a damaged value %j is an empty outbox',
  (text) => {
    properties.set(outboxKey(alert.id), text);
    expect(counted()).toBe(0);
    queue(recordsOf(1));
    expect(counted()).toBe(1);
  },
);

test.each([401, 700, 2_000, 10_000])(
  '%i new records, which a killed run has queued, are counted once',
  (count) => {
    queue(recordsOf(count));
    queue(recordsOf(count).reverse());
    expect(counted()).toBe(count);
  },
);

test('an outbox gets the waiting records of another one, each once', () => {
  const other = alertOf({ id: 'alert-2' });
  queue(recordsOf(1));
  queue([...recordsOf(8), ...recordsOf(2, 'reported')], [other]);
  const from = { ...stored(other.id), count: 3 };
  properties.setAll(valuesOf(alert.id, withWaiting(stored(), from)));
  const { waiting, unclear } = stored();
  expect(waiting.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  expect([counted(), unclear]).toEqual([10, 3]);
  queue(recordsOf(8));
  expect(counted()).toBe(10);
});
