/// <reference types="google-apps-script" />
/**
 * What an object of Google's is here: a table with a line for each of its methods. The script's realm derives the object
 * from it, and the host what a call costs; what is not in the table throws by name. The host has a handler for each call.
 */
import type { Environment, Need } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';
import type { Permissions } from './permissions.js';

/** What Google's quotas per day count. Reads and writes of properties have one limit together. */
export const COUNTERS = ['propertyReads', 'propertyWrites', 'fetches', 'recipients', 'triggerMs'] as const;
export type Counter = (typeof COUNTERS)[number];

/** What a method has of the script's realm. */
export interface Realm {
  readonly environment: Environment;
  readonly permissions: Permissions;
  /** An object of Google's, by its table. @param data what it is about */
  open<T>(table: Table<T>, data: object): T;
  /** The object whose method runs. */
  readonly self: unknown;
}

/** Of a quota per day, what a call counts. */
export interface Cost {
  readonly counter: Counter;
  /** One by default. `answer` is undefined before the call, whose cost is then not known yet where this gives undefined. */
  readonly amount?: (switches: Switches, sent: never, answer: unknown) => number | undefined;
}

export interface Method<Args extends readonly unknown[] = never[], Data = never> {
  /** What the person must have granted, and the mode allow. */
  readonly needs?: Need;
  /** Whether it changes what a viewer or a custom function may not change. */
  readonly writes?: true | ((data: Data) => boolean);
  /** The names of arguments that may not be missing, from the first one on. */
  readonly required?: readonly string[];
  /** The other method as which it is recorded and answered; with the service, one of another table: `Spreadsheet.getSheets`. */
  readonly as?: string;
  /** The name under which it is recorded, and of its handler; its own by default. */
  readonly records?: string;
  /** What only the emulation asks its host: neither recorded, nor does it wait for anything. */
  readonly isInternal?: true;
  /** What the host gets of the object, in place of what the table says. */
  readonly about?: (data: Data) => readonly unknown[];
  /** What the host gets besides: the arguments by default. */
  readonly sends?: (data: Data, ...args: Args) => readonly unknown[];
  /** What the script gets in the place of the host's answer. */
  readonly gives?: (answer: never, realm: Realm, data: Data, ...args: Args) => unknown;
  /** The script gets the object itself. */
  readonly chains?: true;
  /** Answered in the realm: no call. */
  readonly local?: (realm: Realm, data: Data, ...args: Args) => unknown;
  /** What the realm knows already: no call, unless it gives undefined. */
  readonly known?: (realm: Realm, data: Data, ...args: Args) => unknown;
  readonly cost?: Cost;
  /**
   * Milliseconds that it takes on Google, those of the table by default: the upper ones of those measured. Cache get 3-4 and
   * put 92-93, property get 30-34 and set 62-64: ziritione.org; cache remove 88-90: qiita.com/mitonattou919; a write and a
   * read of a sheet 800, of a web service 350: justin.poehnelt.com, half for each. What no source has measured is as dear as
   * what is like it: a lock as a write, triggers and mails as a web service.
   */
  readonly latencyMs?: number;
}

type ArgsOf<Member> = Member extends (...args: infer Args) => unknown ? Args : never;
type MethodsOf<T, Data> = { readonly [Name in keyof T]?: Method<ArgsOf<T[Name]>, Data> };

interface TableOptions<Data, About> {
  /** The name of the object in messages, and of the service in records. */
  readonly kind: string;
  /** The kind by default. */
  readonly service?: string;
  /** Members that are no methods. */
  readonly constants?: Readonly<Record<string, object>>;
  /** Of the cheapest call by default. */
  readonly latencyMs?: number;
  /** What the host gets first of each call: which object it is about. Nothing by default. */
  readonly about?: (data: Data) => About;
}

/** Of objects whose type is T; of what each is about, the host gets About. */
export interface Table<T = unknown, Methods = object, About = readonly unknown[]>
  extends Required<TableOptions<never, About>> {
  readonly methods: Methods;
  /** No value has it: it carries the type. */
  readonly type?: T;
}

/** A table whose names and arguments are checked against Google's types. @template Data what an object is about */
export function tableOf<T, Data = object, About extends readonly unknown[] = readonly []>({
  kind,
  service = kind,
  constants = {},
  latencyMs = 4,
  about = () => [] as unknown as About,
}: TableOptions<Data, About>) {
  return <const Methods extends MethodsOf<T, Data>>(
    methods: Methods & Readonly<Record<Exclude<keyof Methods, keyof T>, never>>,
  ): Table<T, Methods, About> => ({ kind, service, constants, latencyMs, about, methods });
}

/** An enumeration of Google's: each name is its own value. */
export function namesOf<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: N } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [N in Name]: N };
}

type AnswerOf<M, T, Name> = M extends { readonly gives: (answer: infer Answer, ...rest: never[]) => unknown }
  ? Answer
  : M extends { readonly chains: true }
    ? unknown
    : Name extends keyof T
      ? T[Name] extends (...args: never[]) => infer Answer
        ? Answer
        : never
      : never;

type SentBy<M, T, Name> = M extends { readonly sends: (...args: never[]) => infer Sent }
  ? Sent extends readonly unknown[]
    ? Sent
    : never
  : Name extends keyof T
    ? ArgsOf<T[Name]>
    : never;

type RecordOf<M, Name> = M extends { readonly local: unknown } | { readonly as: string }
  ? never
  : M extends { readonly records: infer Recorded extends string }
    ? Recorded
    : Name;

/** A handler for each call, under the name that is recorded. */
export type HandlersOf<Caller, T> =
  T extends Table<infer Type, infer Methods, infer About extends readonly unknown[]>
    ? {
        readonly [Name in keyof Methods as RecordOf<Methods[Name], Name>]: (
          caller: Caller,
          ...sent: [...About, ...SentBy<Methods[Name], Type, Name>]
        ) => AnswerOf<Methods[Name], Type, Name> | Promise<AnswerOf<Methods[Name], Type, Name>>;
      }
    : never;
