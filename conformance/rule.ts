/** What a rule is, and how what is seen is compared with what is expected. */

/**
 * Where a rule is from. docs: Google's documentation. gas-fakes: a public suite whose assertions were run on Google.
 * platform: reported by published add-ons and measurements. known: common use, in no page that could be cited.
 */
export type Source = 'docs' | 'gas-fakes' | 'platform' | 'known';

export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

/** Several answers, where sources disagree. */
export class Either {
  readonly answers: readonly (Value | RegExp)[];
  constructor(answers: readonly (Value | RegExp)[]) {
    this.answers = answers;
  }
}

/** A pattern is for a text that is seen. */
export type Expected = Value | RegExp | Either;

export interface Bench {
  /** A server that answers 204 to `/generate_204` and 404 to what it does not have. */
  readonly address: string;
  /** A tab for rules to write into, emptied. */
  sheet(): GoogleAppsScript.Spreadsheet.Sheet;
  /** The same tab, as it is. */
  tab(): GoogleAppsScript.Spreadsheet.Sheet;
  /** What H1 of the emptied tab holds when it has calculated this formula. */
  calculated(formula: string, prepare?: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => void): unknown;
}

export interface Rule {
  readonly name: string;
  readonly source: Source;
  readonly expected: Expected;
  readonly needsNetwork?: boolean;
  /** A test deployment of an add-on makes none. */
  readonly needsTriggers?: boolean;
  see(bench: Bench): unknown;
}

/** The rules of one service. */
export interface Area {
  readonly name: string;
  readonly rules: readonly Rule[];
}

export interface Seen {
  readonly text: string;
  readonly holds: boolean;
}

/** Where sources disagree, each of these answers is right. */
export function either(...answers: readonly (Value | RegExp)[]): Either {
  return new Either(answers);
}

/** How values, patterns and alternatives stand in the table. */
export function textOf(value: unknown): string {
  if (value instanceof Either) return value.answers.map(textOf).join(' or ');
  if (value instanceof RegExp) return String(value);
  return JSON.stringify(value) ?? String(value);
}

/** What was seen, and whether it is what was expected. An exception that the rule does not expect is seen as its text. */
export function look(rule: Rule, bench: Bench): Seen {
  try {
    const value = rule.see(bench);
    return { text: textOf(value), holds: answers(rule.expected, value) };
  } catch (error) {
    return { text: `threw ${String(error)}`, holds: false };
  }
}

function answers(expected: Expected, value: unknown): boolean {
  if (expected instanceof Either) return expected.answers.some((answer) => answers(answer, value));
  if (expected instanceof RegExp) return typeof value === 'string' && expected.test(value);
  return textOf(value) === textOf(expected);
}

/** What the work throws, as text: `Exception: Argument cannot be null: key`. */
export function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return 'nothing thrown';
}

/** Enumerations of services are objects, whose text is their name. */
export function namesOf(...values: readonly unknown[]): string[] {
  return values.map(String);
}
