/// <reference types="google-apps-script" />
/**
 * Defines each object of Google's by a table with a line for each of its methods. The script's realm derives the object
 * from it, and the host what a call costs; what is not in the table throws by name. The host has a handler for each call.
 */
import type { Environment, Need } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';
import type { Permissions } from './permissions.js';

/** The counters of Google's quotas per day. Reads and writes of properties have one limit together. */
export const COUNTERS = ['propertyReads', 'propertyWrites', 'fetches', 'recipients', 'triggerMs'] as const;
export type Counter = (typeof COUNTERS)[number];

/** The parts of the script's realm that a method can use. */
export interface MethodContext {
  readonly environment: Environment;
  readonly permissions: Permissions;
  /** An object of Google's, by its table. @param data the values that identify it */
  open<T>(table: Table<T>, data: object): T;
  /** The object whose method runs. */
  readonly self: unknown;
}

/** The amount of a quota per day that a call uses. */
export interface Cost {
  readonly counter: Counter;
  /** One by default. `answer` is undefined before the call, whose cost is then not known yet where this gives undefined. */
  readonly amount?: (switches: Switches, sent: never, answer: unknown) => number | undefined;
}

export interface Method<Args extends readonly unknown[] = never[], Data = never> {
  /** The scope that the person must have granted, and the mode must allow. */
  readonly needs?: Need;
  /** Whether it changes what a viewer or a custom function may not change. */
  readonly writes?: true | ((data: Data) => boolean);
  /** The names of arguments that may not be missing, from the first one on. */
  readonly required?: readonly string[];
  /** The other method that is called in its place; with the service, one of another table: `Spreadsheet.getSheets`. */
  readonly aliasOf?: string;
  /** The name under which it is recorded, and of its handler; its own by default. */
  readonly operation?: string;
  /** The emulation calls its own host: the call is not recorded, and waits for nothing. */
  readonly isInternal?: true;
  /** The object that the host gets, in place of the one of the table. */
  readonly target?: (data: Data) => readonly unknown[];
  /** The arguments of the call to the host; those of the method by default. */
  readonly toArguments?: (data: Data, ...args: Args) => readonly unknown[];
  /** The method's result, from the host's answer; the answer by default. */
  readonly fromAnswer?: (answer: never, realm: MethodContext, data: Data, ...args: Args) => unknown;
  /** Its result is the object itself. */
  readonly chains?: true;
  /** Its result, where the script's realm can tell it without a call. */
  readonly inRealm?: (realm: MethodContext, data: Data, ...args: Args) => unknown;
  /** Its result, where the realm has it from an earlier call; undefined makes the call. */
  readonly cached?: (realm: MethodContext, data: Data, ...args: Args) => unknown;
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

interface TableOptions<Data, Target> {
  /** The name of the object in messages, and of the service in records. */
  readonly kind: string;
  /** The kind by default. */
  readonly service?: string;
  /** Members that are no methods. */
  readonly constants?: Readonly<Record<string, object>>;
  /** The latency of each method; that of the cheapest call by default. */
  readonly latencyMs?: number;
  /** The first arguments of each call to the host, which name the object. None by default. */
  readonly target?: (data: Data) => Target;
}

/** The table of objects of type T. Target is what identifies one object to the host. */
export interface Table<T = unknown, Methods = object, Target = readonly unknown[]>
  extends Required<TableOptions<never, Target>> {
  readonly methods: Methods;
  /** No value has it: it carries the type. */
  readonly type?: T;
}

/** A table whose names and arguments are checked against Google's types. @template Data the values that identify an object */
export function tableOf<T, Data = object, Target extends readonly unknown[] = readonly []>({
  kind,
  service = kind,
  constants = {},
  latencyMs = 4,
  target = () => [] as unknown as Target,
}: TableOptions<Data, Target>) {
  return <const Methods extends MethodsOf<T, Data>>(
    methods: Methods & Readonly<Record<Exclude<keyof Methods, keyof T>, never>>,
  ): Table<T, Methods, Target> => ({ kind, service, constants, latencyMs, target, methods });
}

/** A method that keeps its argument in the data, and returns the object. */
export function setter(key: string, read: (given: unknown) => unknown = String) {
  return {
    inRealm: (_realm: unknown, data: object, given: unknown) => void Reflect.set(data, key, read(given)),
    chains: true,
  } as const;
}

/** An enumeration of Google's: each name is its own value. */
export function namesOf<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: N } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [N in Name]: N };
}

type AnswerOf<M, T, Name> = M extends {
  readonly fromAnswer: (answer: infer Answer, ...rest: never[]) => unknown;
}
  ? Answer
  : M extends { readonly chains: true }
    ? unknown
    : Name extends keyof T
      ? T[Name] extends (...args: never[]) => infer Answer
        ? Answer
        : never
      : never;

type SentBy<M, T, Name> = M extends { readonly toArguments: (...args: never[]) => infer Sent }
  ? Sent extends readonly unknown[]
    ? Sent
    : never
  : Name extends keyof T
    ? ArgsOf<T[Name]>
    : never;

type RecordOf<M, Name> = M extends { readonly inRealm: unknown } | { readonly aliasOf: string }
  ? never
  : M extends { readonly operation: infer Recorded extends string }
    ? Recorded
    : Name;

/** A handler for each call, under the name that is recorded. */
export type HandlersOf<Caller, T> =
  T extends Table<infer Type, infer Methods, infer Target extends readonly unknown[]>
    ? {
        readonly [Name in keyof Methods as RecordOf<Methods[Name], Name>]: (
          caller: Caller,
          ...sent: [...Target, ...SentBy<Methods[Name], Type, Name>]
        ) => AnswerOf<Methods[Name], Type, Name> | Promise<AnswerOf<Methods[Name], Type, Name>>;
      }
    : never;
