/** What all spreadsheets of one script share: its clock, the stores, locks and triggers, and the numbers of executions. */
import { type CacheStores, createCacheStores } from '../google/cache.js';
import { createClock, type HostClock } from '../google/clock.js';
import { documentStore } from '../google/handlers.js';
import { createLocks, type Locks } from '../google/locks.js';
import { createPropertyStores, type PropertyStores, type StoredProperties } from '../google/properties.js';
import { createTriggers, type StoredTrigger, type Triggers } from '../google/triggers.js';

export interface SharedState {
  readonly clock: HostClock;
  readonly cache: CacheStores;
  readonly properties: PropertyStores;
  readonly locks: Locks;
  readonly triggers: Triggers;
  /** Removes the properties and triggers of a spreadsheet that no longer exists. */
  forget(documentId: string): void;
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
    nextExecutionId() {
      lastId += 1;
      return lastId;
    },
  };
}
