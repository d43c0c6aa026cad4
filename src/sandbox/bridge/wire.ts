/** Values between a script's realm and the host: JSON that preserves dates and NaN. */

/** How a script failed. */
export interface ScriptFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** How an execution ended: the function's result as JSON, or its failure. */
export type ThreadResult = { readonly json?: string } | { readonly error: ScriptFailure };

/** The outcome of one service call: [true, json of the value] or [false, message of the error]. */
export type CallOutcome =
  | readonly [ok: true, json: string | undefined]
  | readonly [ok: false, message: string];

/** The host's answer to one service call, with the sandbox's clock as it is then. */
export type Reply = readonly [...outcome: CallOutcome, clockOffsetMs: number];

/** JSON text of a value; undefined stays undefined. Dates of any realm are recognised. */
export function encode(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, item: unknown) {
    // toJSON has already turned a date into text: the containing object still has the date
    const original = this[key];
    if (isDate(original)) return { $date: original.getTime() };
    // JSON would turn them into null
    if (typeof item === 'number' && !Number.isFinite(item)) return { $number: String(item) };
    return item;
  });
}

/** The value of a text from `encode`. */
export function decode(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  return JSON.parse(json, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Object.keys(item).length !== 1) return item;
    const { $date, $number } = item as { $date?: number | null; $number?: string };
    // an invalid date is written as null
    if ($date !== undefined) return new Date($date ?? Number.NaN);
    return $number === undefined ? item : Number($number);
  });
}

/** Whether a value is a date, also from another realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
