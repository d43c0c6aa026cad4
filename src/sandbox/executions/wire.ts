/** Values between a script's realm and the host: JSON, in which dates stay dates. */

interface WireDate {
  readonly $date: number;
}

/** JSON text of a value; undefined stays undefined. Dates of any realm are recognised. */
export function encode(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, item: unknown) {
    // by now toJSON has turned a date into text: the holder still has it
    const original = this[key];
    return isDate(original) ? ({ $date: original.getTime() } satisfies WireDate) : item;
  });
}

/** The value of a text that `encode` made. */
export function decode(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  return JSON.parse(json, (_key, item: unknown) => (isWireDate(item) ? new Date(item.$date) : item));
}

/** Whether a value is a date, also when it comes from another realm. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function isWireDate(item: unknown): item is WireDate {
  return typeof item === 'object' && item !== null && '$date' in item && Object.keys(item).length === 1;
}
