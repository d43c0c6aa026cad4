/** Runs watches check by check, each test with a key, a store and a clock of its own. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import type { AnyQuestion, ClientSettings, TransportAnswer } from '../../src/client/types.js';
import { type ClientService, NOW, recordingTransport } from './client-service.js';

export const DAY_MS = 86_400_000;

/** A transport that answers requests to some addresses itself. */
export const answering = (pattern: RegExp, told: TransportAnswer) =>
  recordingTransport(({ url }) => (pattern.test(url) ? told : undefined));

/** A record of a type that no other test has. */
export function recordOf(expansionType: string, id: string, day: string): object {
  return { id, company: { id: 'c1' }, announcedDate: day, lastModified: day, expansionType };
}

export function useWatching(service: ClientService) {
  let key = '';
  let store = createMemoryStore();
  const watching = {
    get key() {
      return key;
    },
    now: NOW,
    /** A step that stores a record of a type. */
    put: (type: string, id: string, day: string) => () => service.put([recordOf(type, id, day)]),
    /** A step, or none, on the next day. */
    nextDay:
      (step: () => unknown = () => undefined) =>
      () => {
        watching.now += DAY_MS;
        return step();
      },
    /**
     * Runs one check, then each step followed by another check.
     * @returns of each check that tells something its ids, with a minus before those that are removed, their cost, and
     * the day after which the watch caught up
     */
    async watch(
      question: AnyQuestion,
      steps: readonly (() => unknown)[],
      settings: Partial<ClientSettings> = {},
    ): Promise<string[]> {
      const ended = new AbortController();
      const looks: string[] = [];
      let sleeps = 0;
      const client = service.client(key, {
        store,
        now: () => watching.now,
        sleep: async (_ms, signal) => {
          // the pause before a retry has no signal
          if (!signal) return;
          const step = steps[sleeps++];
          if (step) await step();
          else ended.abort();
        },
        ...settings,
      });
      const changes = client.watch('business-expansion', question, { signal: ended.signal });
      for await (const { records, removed, charged, missedSince } of changes) {
        const ids = [...records.map(({ id }) => id), ...removed.map((id) => `-${id}`)].sort();
        const since = missedSince ? ` since ${missedSince}` : '';
        looks.push(`${ids.join(' ') || 'nothing'} for ${charged}${since}`);
      }
      return looks;
    },
  };
  beforeEach(async () => {
    key = await service.makeKey(100);
    store = createMemoryStore();
    watching.now = NOW;
  });
  return watching;
}
