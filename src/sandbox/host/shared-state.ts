/** The state that all spreadsheets of one script share: clock, stores, locks, triggers, quotas, and the numbers of executions. */
import { ExecutionSlots } from '../executions/execution-slots.js';
import { CacheStores } from '../google/cache.js';
import { documentStore } from '../google/caller.js';
import { HostClock } from '../google/clock.js';
import { Locks } from '../google/lock.js';
import { PropertyStores, type StoredProperties } from '../google/properties.js';
import { DayUse } from '../google/quotas.js';
import { type Trigger, Triggers } from '../google/triggers.js';

export class SharedState {
  readonly clock = new HostClock();
  readonly cache = new CacheStores(this.clock);
  readonly locks = new Locks();
  readonly dayUse = new DayUse(this.clock);
  readonly slots = new ExecutionSlots();
  readonly properties: PropertyStores;
  readonly triggers: Triggers;
  #lastId = 0;

  constructor(properties: StoredProperties, triggers: readonly Trigger[], onChange: () => void) {
    this.properties = new PropertyStores(properties, onChange);
    this.triggers = new Triggers(this.clock, triggers, onChange);
  }

  /** Removes the properties and triggers of a spreadsheet that no longer exists. */
  forget(documentId: string): void {
    this.properties.forget(documentStore(documentId));
    this.triggers.forget(documentId);
  }

  /** A lock belongs to an execution: no two of them have the same number. */
  nextExecutionId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}
