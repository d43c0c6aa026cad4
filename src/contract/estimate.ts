/** The service's estimate of a query, before it runs. The specification has no such response. */

export interface Estimate {
  /** Number of matching records, regardless of the limit; exact up to the greatest limit. */
  readonly matching: number;
  /** False if more match than the greatest limit allows. */
  readonly isExact: boolean;
  /** Records that the query would return. */
  readonly returned: number;
  /** How many of these the key has already paid for, if each version of a record is paid once. */
  readonly owned?: number;
  readonly credits: number;
  /** The first compared date of the matching records, in the dataset's format. Missing without records. */
  readonly firstDate?: string;
  readonly lastDate?: string;
  /** Credits before and after the query. `closingBalance` is missing if the credits do not suffice. */
  readonly openingBalance?: number;
  readonly closingBalance?: number;
  /** For values that match no company or no location. Missing if all match. */
  readonly suggestions?: readonly Suggestion[];
}

/** Values that an unknown value probably means. */
export interface Suggestion {
  /** The name of the field in the body. */
  readonly field: string;
  /** As it was sent. */
  readonly value: string;
  /** Allowed values, the most similar first; empty if none is similar. */
  readonly nearest: readonly string[];
}
