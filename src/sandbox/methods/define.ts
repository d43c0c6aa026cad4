/// <reference types="google-apps-script" />
/**
 * Defines each object of Google's by a table with a line per method. The script's realm derives the object
 * from it, the host derives costs and latencies. A method that the table lacks throws an error with its name.
 */
import type { Environment, Permission } from '../bridge/modes.js';
import type { Switches } from '../bridge/switches.js';
import type { Permissions } from './permissions.js';

/** The counters of Google's daily quotas. Reads and writes of properties share one limit. */
export const COUNTERS = ['propertyReads', 'propertyWrites', 'fetches', 'recipients', 'triggerMs'] as const;
export type Counter = (typeof COUNTERS)[number];

/** The parts of a script's realm that a method can use. */
export interface MethodContext {
  readonly environment: Environment;
  readonly permissions: Permissions;
  /** Creates one of Google's objects. @param data the values that identify it */
  open<T>(table: Table<T>, data: object): T;
  /** The object whose method runs. */
  readonly self: unknown;
}

/** The part of a daily quota that a call uses. */
export interface Cost {
  readonly counter: Counter;
  /** Default: one. Runs before the call, with `answer` undefined; again after it, if it returns undefined. */
  readonly amount?: (switches: Switches, sent: never, answer: unknown) => number | undefined;
}

export interface Method<Args extends readonly unknown[] = never[], Data = never> {
  /** The permission that the mode must allow, and whose scope the person must have granted. */
  readonly needs?: Permission;
  /** Marks a method that viewers and custom functions may not call, always or by the object's data. */
  readonly writes?: true | ((data: Data) => boolean);
  /** The names of the required arguments, starting with the first one. */
  readonly required?: readonly string[];
  /** The other method's operation to call, with its service if in another table: `Spreadsheet.getSheets`. */
  readonly aliasOf?: string;
  /** The name of the record and of the handler; default: the method's name. */
  readonly operation?: string;
  /** Marks a call of the emulation itself, which no execution records and which never waits. */
  readonly isInternal?: true;
  /** Identifies the object to the host, instead of the table's `target`. */
  readonly target?: (data: Data) => readonly unknown[];
  /** Returns the arguments of the call to the host; default: the method's. */
  readonly toArguments?: (data: Data, ...args: Args) => readonly unknown[];
  /** Turns the host's answer into the method's result; default: the answer itself. */
  readonly fromAnswer?: (answer: never, realm: MethodContext, data: Data, ...args: Args) => unknown;
  /** Makes the method return its object. */
  readonly chains?: true;
  /** Computes the result in the script's realm, without a call to the host. */
  readonly inRealm?: (realm: MethodContext, data: Data, ...args: Args) => unknown;
  /** Returns a result from an earlier call; undefined makes the call. */
  readonly cached?: (realm: MethodContext, data: Data, ...args: Args) => unknown;
  readonly cost?: Cost;
  /**
   * The latency on Google in milliseconds, the upper end of published measurements; default: the table's.
   * Cache get 3-4 and put 92-93, property get 30-34 and set 62-64: ziritione.org; cache remove 88-90:
   * qiita.com/mitonattou919; a write and a read of a sheet 800, a request to a web service 350:
   * justin.poehnelt.com, here half for each. Calls without a measurement cost as much as similar ones: a lock
   * as a write, triggers and mails as a web service.
   */
  readonly latencyMs?: number;
}

type ArgsOf<Member> = Member extends (...args: infer Args) => unknown ? Args : never;
type MethodsOf<T, Data> = { readonly [Name in keyof T]?: Method<ArgsOf<T[Name]>, Data> };

interface TableOptions<Data, Target> {
  /** The name of the object in error messages and, by default, of the service. */
  readonly kind: string;
  /** The name of the service in records; default: `kind`. */
  readonly service?: string;
  /** Members that are not methods. */
  readonly constants?: Readonly<Record<string, object>>;
  /** The default latency of the methods; default: that of the cheapest call. */
  readonly latencyMs?: number;
  /** Returns the first arguments of each call to the host, which identify the object; default: none. */
  readonly target?: (data: Data) => Target;
}

/** The table of objects of type T. Target is the type of the arguments that identify one to the host. */
export interface Table<T = unknown, Methods = object, Target = readonly unknown[]>
  extends Required<TableOptions<never, Target>> {
  readonly methods: Methods;
  /** Only carries the type; no table has a value here. */
  readonly type?: T;
}

/** Checks a table's names and arguments against Google's types. @template Data identifies an object */
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

const OPENED = new WeakMap<object, { readonly kind: string; readonly data: object }>();

/** Stores the data behind an object in this realm, invisible to scripts. */
export function remember(object: object, table: Table, data: object): void {
  OPENED.set(object, { kind: table.kind, data });
}

/** Returns the data behind an object of this table; undefined for other values. */
export function dataOf<Data extends object>(table: Table, object: unknown): Data | undefined {
  const opened = typeof object === 'object' && object !== null ? OPENED.get(object) : undefined;
  return opened?.kind === table.kind ? (opened.data as Data) : undefined;
}

/** Creates a method that stores its argument in the data and returns the object. */
export function setter(key: string, read: (given: unknown) => unknown = String) {
  return {
    inRealm: (_realm: unknown, data: object, given: unknown) => void Reflect.set(data, key, read(given)),
    chains: true,
  } as const;
}

/** Creates one of Google's enumerations: each name is its own value. */
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

/** A handler for each call, by its recorded name. */
export type HandlersOf<Caller, T> =
  T extends Table<infer Type, infer Methods, infer Target extends readonly unknown[]>
    ? {
        readonly [Name in keyof Methods as RecordOf<Methods[Name], Name>]: (
          caller: Caller,
          ...sent: [...Target, ...SentBy<Methods[Name], Type, Name>]
        ) => AnswerOf<Methods[Name], Type, Name> | Promise<AnswerOf<Methods[Name], Type, Name>>;
      }
    : never;
