/** The state that a script's spreadsheets share: clock, stores, locks, triggers, quotas, switches. */
import type { Traffic } from '../bridge/operations.js';
import { DEFAULT_SWITCHES, type Switches } from '../bridge/switches.js';
import { createSlots } from '../executions/execution-slots.js';
import { createCaches } from '../services/cache.js';
import { createClock } from '../services/clock.js';
import { createLocks } from '../services/lock.js';
import { createProperties, type StoredProperties } from '../services/properties.js';
import { createQuotas } from '../services/quotas.js';
import { createTriggers, type Trigger } from '../services/triggers.js';

/** The part of the shared state that the state file contains. */
export interface StoredScript {
  readonly properties?: StoredProperties;
  readonly triggers?: readonly Trigger[];
}

export type SharedState = ReturnType<typeof createSharedState>;

export function createSharedState(
  { properties = {}, triggers = [] }: StoredScript,
  switches: Partial<Switches> | undefined,
  onChange: () => void,
) {
  const clock = createClock();
  const stores = createProperties(properties, onChange);
  const allTriggers = createTriggers(clock, triggers, onChange);
  return {
    clock,
    cache: createCaches(clock),
    locks: createLocks(),
    quotas: createQuotas(clock),
    slots: createSlots(),
    switches: { ...DEFAULT_SWITCHES, ...switches } as Switches,
    traffic: { requests: 0, credits: 0 } satisfies Traffic as Traffic,
    properties: stores,
    triggers: allTriggers,
    save: (): Required<StoredScript> => ({ properties: stores.save(), triggers: allTriggers.list() }),
  };
}
