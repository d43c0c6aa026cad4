/** Several cursors report changes of one question: an instant counts only for the days whose changes are all known. */
import { compacted } from '../../src/core/collect.js';
import { coverageOf, extentsCovering } from '../../src/core/extents.js';
import type { Extent, FollowedExtent } from '../../src/core/facts.js';
import { demandOf } from '../../src/core/freshness.js';
import { missingOf } from '../../src/core/lookup.js';
import type { QueryKey } from '../../src/core/query.js';
import { EMPTY_PART, fold } from '../../src/core/state.js';

const DAY_MS = 86_400_000;
const DAY = 20_000;
const LAST = 99_999;
const ALL: QueryKey = { dataset: 'business-expansion', filters: {} };
const OFFICES: QueryKey = { ...ALL, filters: { expansionType: ['HQ'] } };

/** Returns the missing days of the offices of sixty days, on the next day. @param later days until the checkpoint */
function missingWith(followed: readonly FollowedExtent[], later = 0) {
  const extent: Extent = { key: OFFICES, axis: 'announced', from: DAY - 60, to: LAST, at: DAY * DAY_MS };
  const now = (DAY + 1.5) * DAY_MS;
  const query = { axis: 'announced', from: DAY - 60, to: LAST } as const;
  const policy = { mode: 'daily', refreshAfter: now, refresh: '' } as const;
  const demand = demandOf(query, policy, undefined, { now, instant: now });
  const state = fold(ALL.dataset, [{ ...EMPTY_PART, extents: [extent], followed }]);
  const known = extentsCovering(compacted(state, now + later * DAY_MS), OFFICES);
  return missingOf(query.from, coverageOf(known, 'announced', demand, now).segments, demand);
}

const changes = (key: QueryKey, from: number, sent: number, at: number): FollowedExtent => {
  const [sentAt, last] = [(DAY + sent) * DAY_MS, (DAY + at) * DAY_MS];
  return { key, from, sentAt, receivedAt: sentAt + 1_000, at: last };
};

const OWN = [changes(OFFICES, DAY - 60, 0, 1), changes(OFFICES, DAY - 60, 1, 1.5)];
const WIDER = [changes(ALL, DAY - 30, -1, 1.2), changes(ALL, DAY - 30, 1.2, 1.4)];
/** The cursor of a later answer, which a limit has truncated: it reports nothing from before that answer. */
const LATER = changes(OFFICES, DAY - 60, 1, 1.5);

test.each([
  ['its own changes', OWN, []],
  ['changes of a wider key, which were asked for in between', [...WIDER, ...OWN], []],
  ['later changes of its own alone', [LATER], [[DAY - 60, LAST]]],
  ['later ones after those of a wider key, of fewer days', [...WIDER, LATER], [[DAY - 60, DAY - 31]]],
])('%s', (_what, followed, missing) => {
  expect(missingWith(followed)).toEqual(missing);
  expect(missingWith([...followed].reverse())).toEqual(missing);
});

test('changes that continue an answer stay known as long as the answer', () => {
  expect(missingWith([...WIDER, ...OWN], 100)).toEqual([]);
});

test('a checkpoint joins the changes of many days, but not with those of a clock that was ahead', () => {
  const daily = Array.from({ length: 80 }, (_, day) => changes(OFFICES, DAY - 60, day, day + 1));
  const state = fold(ALL.dataset, [{ ...EMPTY_PART, followed: daily }]);
  const [first, last] = [daily[0]!, daily[79]!];
  expect(compacted(state, last.at).followed).toEqual([{ ...first, at: last.at }]);
  expect(compacted(state, last.at - 1).followed).toEqual([{ ...first, at: last.sentAt }, last]);
});
