/** Stores and locks: each belongs to the spreadsheet, to the script or to a person. */
import type { Scope } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { MethodContext, Table } from './define.js';

export interface Store {
  readonly scope: Scope;
  readonly switches: Switches;
}

/** Returns the arguments that identify a store to the host. */
export function scopeOf({ scope }: Store): readonly [scope: Scope] {
  return [scope];
}

/** A method that opens a store. A document store is null for a script without a spreadsheet. */
export function opensStore(table: Table, scope: Scope) {
  return {
    needs: 'document',
    inRealm({ environment, open }: MethodContext): unknown {
      const { inDocument, mode, switches } = environment;
      const isWithheld =
        table.service === 'PropertiesService' &&
        mode === 'custom-function' &&
        !switches.documentPropertiesInFormulas;
      const isAbsent = scope === 'document' && (!inDocument || isWithheld);
      return isAbsent ? null : open(table, { scope, switches } satisfies Store);
    },
  } as const;
}
