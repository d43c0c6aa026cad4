/** Every message: one sentence with a code, a cause and a remedy, short with any input, all in one file. */
import { errors, isSignalsError, type SignalsError } from '../../src/addon/errors.js';
import { ERROR_TEXTS } from '../../src/contract/error-texts.js';

type Errors = typeof errors;
type Name = keyof Errors;

/** The messages that name something else than texts, each with its arguments. */
const callsWith = (
  text: string,
  number: number,
): { readonly [K in Name]?: Readonly<Parameters<Errors[K]>> } => ({
  tooLarge: [number, number, number],
  fewCredits: [number],
  timeout: [number],
  budgetUsed: [number],
  sharedUsed: [number],
  status: [number, text],
  proxy: [number],
  unknownOption: [text, 'TRACKED_COMPANIES', text],
  tooMany: [text, number, number],
  tooLong: [text, text, number],
  lowLimit: [number, number],
  badChoice: [text, text, text, [text, text]],
  badChoiceOf: [text, text, 'any of, our own, values'],
  beforeFirstDay: [text, text, '2021-01-01'],
  badWhole: [text, text, number, number],
  badWholeLeast: [text, text, number],
  badCell: [text, 'date'],
  unresolved: [[text, text]],
  unresolvedMany: [text, number],
  asksForAll: ['EXPANSIONS'],
  storeFull: ['jobs'],
  badDays: [number],
  badCallback: ['callback'],
  badDestination: ['logic.azure.com, powerplatform.com, webhook.office.com'],
  badJob: ['name'],
  tooManyJobs: [number],
  noIdColumn: [text, 'Id'],
  noOutboxColumn: [text, 'Question'],
  dayTooLarge: [text, number, false],
  dayTooLargeForJob: [text, number],
  dayOverCap: [text, number],
  spreadsheetFull: [number],
});

function messagesWith(text: string, number: number): [string, SignalsError][] {
  const calls: Partial<Record<Name, readonly unknown[]>> = callsWith(text, number);
  return (Object.keys(errors) as Name[]).map((name) => {
    const make = errors[name] as (...values: readonly unknown[]) => SignalsError;
    return [name, make(...(calls[name] ?? [text, text, text, text]))];
  });
}

test.each(messagesWith('Acme', 100))('%s: one sentence with a code, a cause, a remedy', (_name, error) => {
  expect(isSignalsError(error)).toBe(true);
  const [, code, cause, remedy] = /^#([A-Z_]+): ([^;]+); ([^;]+)$/.exec(error.message) ?? [];
  expect(Object.keys(ERROR_TEXTS)).toContain(code);
  expect(error.code).toBe(code);
  expect(cause?.trim()).toBe(cause);
  expect(remedy?.length).toBeGreaterThan(8);
  expect(error.message).not.toMatch(/[.!] [A-Z]|\.$|\n/);
});

test('each key occurs under one code, so that an error can be created by its key', () => {
  const keys = Object.values(ERROR_TEXTS).flatMap((texts) => Object.keys(texts));
  expect(new Set(keys).size).toBe(keys.length);
});

const HOSTILE = [
  ['10,000 characters', 'x'.repeat(10_000), 9_007_199_254_740_991],
  ['line breaks', 'a\r\nb\u2028c\u0085d\te '.repeat(50), 0],
  ['marks', '"; \u202e #BAD_KEY: x'.repeat(30), -1],
  ['characters of two halves', '😀'.repeat(500), 1],
  ['nothing', '', Number.NaN],
] as const;

describe.each(HOSTILE)('with %s', (_title, text, number) => {
  test.each(messagesWith(text, number))(
    '%s is whole, under 140 characters and on one line',
    (_name, error) => {
      expect(error.message.length).toBeLessThan(140);
      expect(error.message).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]|…$/u);
    },
  );
});
