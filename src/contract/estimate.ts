/** The estimate that our service gives for a query before it is asked. The specification has no such answer. */

export interface Estimate {
  /** Records that match, whatever the limit; exact up to the greatest limit. */
  readonly matching: number;
  /** False if more match than the greatest limit allows. */
  readonly isExact: boolean;
  /** Records that the query would return. */
  readonly returned: number;
  /** How many of these the key has paid for already, where a version of a record is paid once. */
  readonly owned?: number;
  readonly credits: number;
  /** The first date of the matching records, by the date that is compared, as the dataset writes dates. Missing without records. */
  readonly firstDate?: string;
  readonly lastDate?: string;
  /** Credits before and after the query. The latter is missing where they do not suffice. */
  readonly openingBalance?: number;
  readonly closingBalance?: number;
  /** For values that name no company, or no place. Missing where all do. */
  readonly suggestions?: readonly Suggestion[];
}

/** Values that an unknown value probably stands for. */
export interface Suggestion {
  /** The name of the field in the body. */
  readonly field: string;
  /** As it was sent. */
  readonly value: string;
  /** Values that can be sent instead, the nearest first; empty where none is near. */
  readonly nearest: readonly string[];
}
