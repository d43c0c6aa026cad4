/** Generates requests from an OpenAPI document alone: allowed, nearly allowed and hostile ones. */
import fc from 'fast-check';

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface OpenApiOperation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

export type Kind = 'valid' | 'near' | 'hostile';

export interface GeneratedRequest {
  readonly kind: Kind;
  readonly method: string;
  /** As in the document. */
  readonly route: string;
  /** The route with its parameters filled in. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send; undefined for no body. */
  readonly body: string | undefined;
}

/** Values that exist in the data, by the name of the parameter or property. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const HOSTILE = [
  ["' or 1=1 --", '"; drop table company; --', '%', '_', '\\', '\\\\', '%%', '$1', '{{}}', '\u0000'],
  ['\ud800', '🦊', 'a'.repeat(5_000), '../../etc/passwd', '<script>', 'NaN', 'null', '\u202e', 'İ', 'ß'],
  ['\n', '', ' ', '-1', '1e999', '0x10', '9'.repeat(400), '2026-02-30', '31/02/2026', 'http://127.0.0.1/'],
  ['https://169.254.169.254/latest', 'https://[::1]/'],
].flat();

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
  fc.constant([[]]),
  fc.constant(JSON.parse('{"__proto__":{"limit":1}}')),
);

export function requestsOf(document: OpenApiDocument, known: KnownValues): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route,
      method: method.toUpperCase(),
      operation,
    })),
  );
  return fc.oneof(
    ...operations.map(({ route, method, operation }) => ({
      // operations with more fields get more requests, and none is left out
      weight: 4 + Object.keys(bodySchema(operation)?.properties ?? {}).length,
      arbitrary: fc
        .oneof(
          { weight: 4, arbitrary: fc.constant<Kind>('valid') },
          { weight: 4, arbitrary: fc.constant<Kind>('near') },
          { weight: 2, arbitrary: fc.constant<Kind>('hostile') },
        )
        .chain((kind) => requestOf(kind, method, route, operation, known)),
    })),
  );
}

function requestOf(
  kind: Kind,
  method: string,
  route: string,
  operation: OpenApiOperation,
  known: KnownValues,
): fc.Arbitrary<GeneratedRequest> {
  const { parameters = [] } = operation;
  const values = Object.fromEntries(
    parameters.map(({ name, schema, required }) => {
      const valid = textFor(schema, known[name]);
      const given = kind === 'valid' ? valid : fc.oneof({ weight: 3, arbitrary: valid }, hostileText);
      return [name, required ? given : fc.option(given, { nil: undefined })];
    }),
  );
  const schema = bodySchema(operation);
  return fc
    .record({
      values: fc.record(values),
      body: schema ? bodyOf(kind, schema, known) : fc.constant(undefined),
    })
    .map(({ values, body }) => {
      const given = (wanted: string) =>
        parameters.flatMap(({ in: where, name }) => {
          const value = values[name];
          return where === wanted && value !== undefined ? [[name, value] as const] : [];
        });
      const filled = route.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(String(values[name])));
      const headers = given('header').map(([name, value]) => [name, headerValue(value)] as const);
      return {
        kind,
        method,
        route,
        path: filled + queryOf(given('query')),
        headers: Object.fromEntries(headers),
        body,
      };
    });
}

function bodySchema({ requestBody }: OpenApiOperation): Schema | undefined {
  return requestBody?.content?.['application/json']?.schema;
}

function bodyOf(kind: Kind, schema: Schema, known: KnownValues): fc.Arbitrary<string | undefined> {
  const valid = objectOf(schema, known);
  if (kind === 'valid') return fc.oneof({ weight: 30, arbitrary: valid.map(jsonOf) }, fc.constant(undefined));
  if (kind === 'near') return valid.chain((object) => nearly(object, schema)).map(jsonOf);
  const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties ?? {})), hostileText);
  return fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(names, anything, { maxKeys: 4 }).map(jsonOf) },
    { weight: 1, arbitrary: anything.map(jsonOf) },
    { weight: 1, arbitrary: hostileText },
  );
}

function objectOf(schema: Schema, known: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  return fc
    .uniqueArray(fc.constantFrom(...properties), { maxLength: 3 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map(([name, inner]) => [name, valueFor(inner, known[name])]))),
    );
}

/** Changes one value of an allowed body so that it is not allowed. */
function nearly(object: Record<string, unknown>, schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(object);
  const [name] = names.length > 0 ? names : Object.keys(schema.properties ?? {});
  const value = object[name!];
  return fc
    .constantFrom<unknown>(
      null,
      [],
      [value],
      [[value]],
      [value, value],
      [value, null],
      { value },
      true,
      -1,
      0,
      0.5,
      10_001,
      String(value),
      ` ${String(value)} `,
      `${String(value)}.`,
      String(value).toUpperCase(),
      String(value).slice(1),
    )
    .chain((wrong) =>
      fc.constantFrom(
        { ...object, [name!]: wrong },
        { ...object, [`${name}s`]: value },
        { ...object, [name!.toUpperCase()]: value },
      ),
    );
}

function valueFor(schema: Schema, known?: readonly unknown[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => valueFor(inner, known)));
  switch (schema.type) {
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, known), { minLength: 1, maxLength: 3 });
    case 'integer':
    case 'number': {
      const { minimum = -1_000_000, maximum = minimum + 1_000_000 } = schema;
      const any = fc.integer({ min: minimum, max: maximum });
      return fc.oneof(any, fc.constantFrom(minimum, Math.min(maximum, minimum + 50)));
    }
    default:
      return textFor(schema, known);
  }
}

function textFor(schema: Schema, known: readonly unknown[] = []): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer') return valueFor(schema).map(String);
  const examples = [...known, ...(schema.examples ?? []).flat()].map(String);
  const shown = examples.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...examples) }] : [];
  if (schema.format === 'date') {
    const days = fc.integer({ min: 0, max: 2_200 });
    return days.map((day) => new Date(Date.UTC(2021, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
  }
  if (schema.pattern) return fc.oneof(...shown, fc.stringMatching(new RegExp(schema.pattern)));
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  return fc.oneof(...shown, text);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function queryOf(values: readonly (readonly [name: string, value: string])[]): string {
  return values.length > 0 ? `?${values.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}` : '';
}

/** A lone surrogate cannot be encoded; this returns an address that cannot be decoded. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80%';
  }
}

/** Replaces characters that Node's client refuses to send. */
function headerValue(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
