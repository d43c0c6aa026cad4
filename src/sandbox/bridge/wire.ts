/** JSON for values between a script's realm and the host; it preserves dates, NaN and the infinities. */

export interface ScriptFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** The result of an execution as JSON, or its failure. */
export type ThreadResult = { readonly json?: string } | { readonly error: ScriptFailure };

/** The outcome of one service call: the value as JSON, or the message of the error. */
export type CallOutcome =
  | readonly [ok: true, json: string | undefined]
  | readonly [ok: false, message: string];

/** The host's reply to one service call, with the current offset of the sandbox's clock. */
export type Reply = readonly [...outcome: CallOutcome, clockOffsetMs: number];

/** Returns the JSON text of a value, or undefined for undefined. It recognises dates of any realm. */
export function encode(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, item: unknown) {
    // JSON.stringify has already called the date's toJSON, but its parent still has the date
    const original = this[key];
    if (isDate(original)) return { $date: original.getTime() };
    // JSON.stringify writes them as null
    if (typeof item === 'number' && !Number.isFinite(item)) return { $number: String(item) };
    return item;
  });
}

/** Returns the value of a text from `encode`. */
export function decode(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  return JSON.parse(json, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Object.keys(item).length !== 1) return item;
    const { $date, $number } = item as { $date?: number | null; $number?: string };
    // `encode` writes an invalid date as null
    if ($date !== undefined) return new Date($date ?? Number.NaN);
    return $number === undefined ? item : Number($number);
  });
}

/** True for dates of any realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
