/** JSON for values between a script's realm and the host; it preserves dates, NaN and the infinities. */

export interface ScriptFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** The result of an execution as JSON, or its failure. */
export type ThreadResult = { readonly json?: string } | { readonly error: ScriptFailure };

/** The host's reply to one service call: the value as JSON, or the message of the error. */
export type Reply = readonly [
  ...outcome: readonly [ok: true, json: string | undefined] | readonly [ok: false, message: string],
  /** The current offset of the sandbox's clock. */
  clockOffsetMs: number,
];

/** One of Google's objects on its way. In JSON it is the member `$object` of an object of its own. */
export interface WireObject {
  readonly kind: string;
  /** Its id in the execution. */
  readonly id: string;
}

/**
 * Returns the JSON text of a value, or undefined for undefined. It recognises dates of any realm.
 * @param replace returns what to write for an object: itself, or another value
 */
export function encode(value: unknown, replace = (object: object): unknown => object): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, item: unknown) {
    // JSON.stringify has already called the date's toJSON, but its parent still has the date
    const original = this[key];
    if (isDate(original)) return { $date: original.getTime() };
    // JSON.stringify writes them as null
    if (typeof item === 'number' && !Number.isFinite(item)) return { $number: String(item) };
    if (typeof original !== 'object' || original === null) return item;
    const replaced = replace(original);
    return replaced === original ? item : replaced;
  });
}

/** Returns the value of a text from `encode`. @param open returns one of Google's objects */
export function decode(json: string | undefined, open = (object: WireObject): unknown => object): unknown {
  if (json === undefined) return undefined;
  return JSON.parse(json, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || Object.keys(item).length !== 1) return item;
    const { $date, $number, $object } = item as {
      $date?: number | null;
      $number?: string;
      $object?: WireObject;
    };
    if ($object) return open($object);
    // `encode` writes an invalid date as null
    if ($date !== undefined) return new Date($date ?? Number.NaN);
    return $number === undefined ? item : Number($number);
  });
}

/** True for dates of any realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/**
 * Page and script exchange only JSON-like values by google.script.run.
 * @returns the path of the first invalid value, such as `0.since`, or undefined if all are valid
 */
export function findUntransferable(value: unknown, path = ''): string | undefined {
  if (value === null || ['undefined', 'string', 'boolean'].includes(typeof value)) return undefined;
  // no reference says how Google transfers NaN and the infinities, so the sandbox refuses them
  if (Number.isFinite(value)) return undefined;
  if (typeof value !== 'object' || !(Array.isArray(value) || isPlain(value))) return path || 'value';
  for (const [key, inner] of Object.entries(value)) {
    const found = findUntransferable(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/** True for plain objects of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
