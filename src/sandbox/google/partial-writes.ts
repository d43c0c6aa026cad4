/** No source promises that setProperties is all or nothing: on demand, only its first keys are written. */
import type { Faults } from './faults.js';
import type { PropertyStores } from './properties.js';

/** The same handlers, whose setProperties fails half way where the fault says so. */
export function withPartialWrites(
  handlers: PropertyStores['handlers'],
  faults: Faults,
): PropertyStores['handlers'] {
  return {
    ...handlers,
    setProperties(caller, scope, values, alone) {
      const write = handlers.setProperties;
      const keys = Object.keys(values);
      const count = faults.partialWrite?.(caller, keys);
      if (count === undefined) return write(caller, scope, values, alone);
      write(caller, scope, Object.fromEntries(Object.entries(values).slice(0, count)), alone);
      throw new Error('Service error: Properties');
    },
  };
}
