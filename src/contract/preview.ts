/** The preview of a formula's answer that the sidebar shows before the formula is in a cell. */
import type { ErrorData } from './error-texts.js';

/** Records of a preview, and the most credits that it costs. */
export const PREVIEWED = 5;

/** The first rows of a formula's answer. */
export interface Preview {
  /** Why the formula would fail; absent if it is valid. */
  readonly error?: ErrorData;
  /** Absent if nothing is stored and nothing was bought. */
  readonly stored?: {
    /** Milliseconds since 1970. */
    readonly askedAt: number;
    readonly records: number;
    /** True if there are more. */
    readonly cut: boolean;
    /** The header row and the first records, as text. */
    readonly rows: readonly (readonly string[])[];
  };
}
