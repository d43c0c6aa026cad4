/** Stores and locks: each is of the spreadsheet, of the script, or of a person. */
import type { Scope } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { MethodContext, Table } from './define.js';

/** The data behind an opened store. */
export interface Store {
  readonly scope: Scope;
  readonly switches: Switches;
}

/** The arguments by which the host knows a store. */
export function scopeOf({ scope }: Store): readonly [scope: Scope] {
  return [scope];
}

/** A method that opens one. That of the document is null for a script without one. */
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
