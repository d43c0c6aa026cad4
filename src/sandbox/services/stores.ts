/** Stores and locks: each is of the spreadsheet, of the script, or of a person. */
import type { Scope } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { Method, Realm, Table } from './define.js';

/** What an opened store is about. */
export interface Store {
  readonly scope: Scope;
  readonly switches: Switches;
}

/** A method that opens one. That of the document is null for a script without one. */
export function opensStore(
  table: Table<unknown, object>,
  scope: Scope,
): Method & { readonly local: (realm: Realm) => unknown } {
  return {
    needs: 'document',
    local({ environment, open }: Realm) {
      const { inDocument, mode, switches } = environment;
      const isWithheld =
        table.service === 'PropertiesService' &&
        mode === 'custom-function' &&
        !switches.documentPropertiesInFormulas;
      return scope === 'document' && (!inDocument || isWithheld)
        ? null
        : open(table, { scope, switches } satisfies Store);
    },
  };
}
