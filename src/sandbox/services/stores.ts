/** Stores and locks: each belongs to the spreadsheet, to the script or to a person. */
import { type Call, type Caller, local, Remote, type Table } from './define.js';

/** The owner of a store or lock: the spreadsheet, the person or the script. */
export type Scope = 'document' | 'user' | 'script';

export interface Store {
  readonly scope: Scope;
}

/** The id of the sandbox's first spreadsheet. */
export const FIRST_DOCUMENT = 'spreadsheet';

/** Returns the name of a store. Each spreadsheet, each person and the script have one. */
export function storeName(caller: Caller, scope: Scope): string {
  if (scope === 'user') return `user ${caller.storeOwner}`;
  return scope === 'document' ? documentStore(caller.documentId) : scope;
}

/** Returns the name of a spreadsheet's store. */
export function documentStore(documentId: string): string {
  return documentId === FIRST_DOCUMENT ? 'document' : `document ${documentId}`;
}

/** A method that opens a store. A document store is null for a script without a spreadsheet. */
export function opensStore(table: Table, scope: Scope) {
  const open = ({ inDocument, mode, switches }: Call) => {
    const isWithheld =
      table.kind === 'Properties' && mode === 'custom-function' && !switches.documentPropertiesInFormulas;
    const isAbsent = scope === 'document' && (!inDocument || isWithheld);
    return isAbsent ? null : new Remote(table, { scope } satisfies Store);
  };
  return local(open, { needs: 'document' });
}
