/** What all spreadsheets of one script share: its clock, the stores, locks, triggers and quotas, and the numbers of executions. */
import { createTurns, type Turns } from '../executions/turns.js';
import { type CacheStores, createCacheStores } from '../google/cache.js';
import { createClock, type HostClock } from '../google/clock.js';
import { documentStore } from '../google/handlers.js';
import { createLocks, type Locks } from '../google/locks.js';
import { createPropertyStores, type PropertyStores, type StoredProperties } from '../google/properties.js';
import { createDayUse, type DayUse } from '../google/quotas.js';
import { createTriggers, type StoredTrigger, type Triggers } from '../google/triggers.js';

export interface SharedState {
  readonly clock: HostClock;
  readonly cache: CacheStores;
  readonly properties: PropertyStores;
  readonly locks: Locks;
  readonly triggers: Triggers;
  /** Removes the properties and triggers of a spreadsheet that no longer exists. */
  forget(documentId: string): void;
  readonly dayUse: DayUse;
  readonly turns: Turns;
  /** A lock belongs to an execution: no two of them have the same number. */
  nextExecutionId(): number;
}

export interface SharedStateOptions {
  readonly properties?: StoredProperties;
  readonly triggers?: readonly StoredTrigger[];
  readonly onChange: () => void;
}

export function createSharedState({
  properties: storedProperties = {},
  triggers: storedTriggers = [],
  onChange,
}: SharedStateOptions): SharedState {
  const clock = createClock();
  const properties = createPropertyStores({ stored: storedProperties, onChange });
  const triggers = createTriggers({ clock, stored: storedTriggers, onChange });
  let lastId = 0;
  return {
    clock,
    cache: createCacheStores(clock),
    properties,
    locks: createLocks(),
    triggers,
    forget(documentId) {
      properties.forget(documentStore(documentId));
      triggers.forget(documentId);
    },
    dayUse: createDayUse(clock),
    turns: createTurns(),
    nextExecutionId() {
      lastId += 1;
      return lastId;
    },
  };
}
