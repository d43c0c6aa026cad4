/// <reference types="google-apps-script" />
/**
 * Defines each object of Google's by a table with a line per method. The script's realm has only the names of
 * the methods; each call runs its handler in the host. A method that the table lacks throws an error with its
 * name. The compiler checks arguments and results against @types/google-apps-script.
 */
import type { Traffic } from '../bridge/operations.js';
import type { Workbook } from '../workbook/host-workbook.js';
import type { Caches } from './cache.js';
import type { Caller } from './caller.js';
import type { HostCharts } from './chart-list.js';
import type { HostClock } from './clock.js';
import type { Faults } from './faults.js';
import type { Locks } from './lock.js';
import type { Permission } from './permissions.js';
import type { Properties } from './properties.js';
import type { Protections } from './protections.js';
import type { Counter, Quotas } from './quotas.js';
import type { Triggers } from './triggers.js';

export interface SpreadsheetProperties {
  readonly id: string;
  readonly locale: string;
  timeZone: string;
}

export interface LogLine {
  readonly level: 'log' | 'info' | 'warn' | 'error';
  readonly message: string;
}

interface SentMail {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** The state of one spreadsheet and its script, on which the services work. */
export interface ServiceParts {
  readonly cache: Caches;
  readonly charts: HostCharts;
  readonly clock: HostClock;
  readonly faults: Faults;
  readonly locks: Locks;
  /** The mails of scripts, oldest first: the sandbox sends none, but tests can read them. */
  readonly mails: SentMail[];
  readonly properties: Properties;
  readonly protections: Protections;
  readonly quotas: Quotas;
  readonly spreadsheet: SpreadsheetProperties;
  readonly traffic: Traffic;
  readonly triggers: Triggers;
  readonly workbook: Workbook;
  /** The name of the add-on in the menu Extensions. */
  readonly addOnName: string;
  /** Returns the content of the script's HTML files by file name without `.html`. */
  readonly htmlFiles: () => Readonly<Record<string, string>>;
  /** Returns the address of the script's web app; undefined if it is not deployed. */
  readonly webAppUrl: () => string | undefined;
  readonly log: (line: LogLine) => void;
}

/** A script's call of a method, as its handler sees it. @template T Google's type of the object */
export interface Call<T = unknown> extends Caller, ServiceParts {
  /** The object whose method runs. */
  readonly self: Remote<T>;
  /** Calls another method, as a script would. */
  invoke<On, Name extends keyof On & string>(
    on: Remote<On>,
    method: Name,
    ...args: readonly unknown[]
  ): Promise<Wire<ResultOf<On[Name]>>>;
}

/**
 * The data that identify an object. A handler gets them merged into its call, so they must not have the name of
 * a part. They may hide what the caller says: a trigger has a `functionName` of its own.
 */
type ObjectData = object & { readonly [Part in Exclude<keyof Call, keyof Caller>]?: never };

/**
 * The latency of calls on Google in milliseconds, the upper end of published measurements. Cache get 3-4 and put
 * 92-93, property get 30-34 and set 62-64: ziritione.org; cache remove 88-90: qiita.com/mitonattou919; a write and
 * a read of a sheet 800, a request to a web service 350: justin.poehnelt.com, here half for each, because the
 * other server's time is added. Calls without a measurement cost as much as similar ones: a lock as a write,
 * triggers and mails as a web service.
 */
export const LATENCY = { least: 4, read: 34, write: 64, web: 175, cells: 400 } as const;

interface Rules<Data = never, Args extends readonly unknown[] = never[]> {
  /** The permission that the mode must allow, and whose scope the person must have granted. */
  readonly needs?: Permission;
  /** Marks a method that viewers and custom functions may not call, always or by the object's data. */
  readonly writes?: true | ((data: Data) => boolean);
  /** The daily quota that a call uses, and how much of it; default: one. */
  readonly quota?: Counter | readonly [counter: Counter, amount: (...args: Args) => number];
  /** The latency of a call on Google; default: the least. */
  readonly latencyMs?: number;
  /** Marks a method that Google answers without a call to a service: it takes no time and has no record. */
  readonly local?: true | ((call: Caller & Data) => boolean);
}

export const LOCAL = { local: true } as const satisfies Rules;
/** The rules of a method that reads cells or a tab. */
export const READ = { latencyMs: LATENCY.cells } as const satisfies Rules;
/** The rules of a method that changes the spreadsheet. */
export const CHANGE = { writes: true, latencyMs: LATENCY.cells } as const satisfies Rules;

type ArgsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never;
type ResultOf<Method> = Method extends (...args: never[]) => infer Result ? Result : never;
type NamesOfMethods<T> = { [N in keyof T]: T[N] extends (...args: never[]) => unknown ? N : never }[keyof T];
type WireAll<Args extends readonly unknown[]> = { [Index in keyof Args]: Wire<Args[Index]> };
/** Tells a number from an enumeration: each extends the other, but only equal types make equal functions. */
type IsNumber<T> = (<X>() => X extends T ? 1 : 0) extends <X>() => X extends number ? 1 : 0 ? true : false;

/**
 * A value of Google's types as handlers get and return it: an object with methods is a `Remote`, a member of an
 * enumeration its name.
 */
type Wire<Value> = Value extends string | boolean | Date | Readonly<Record<string, unknown>>
  ? Value
  : Value extends number
    ? IsNumber<Value> extends true
      ? number
      : string
    : Value extends readonly (infer Item)[]
      ? Wire<Item>[]
      : NamesOfMethods<Value> extends never
        ? Value
        : Remote<Value>;

/** As the tables keep it, with the types of no one method. */
interface Method extends Rules {
  readonly handle: (call: never, ...args: never[]) => unknown;
}

/** A handler, or one with rules of its own; it gets the call, with its object's data, and the arguments. */
type Member<C, Data, Args extends readonly unknown[], Result> =
  | ((call: C, ...args: Args) => Result)
  | (Rules<Data, Args> & { readonly handle: (call: C, ...args: Args) => Result });

/** The methods and enumerations of a type. @template T Google's type of the object */
type MembersOf<Types, Data, T = Types> = {
  readonly [Name in keyof Types]?: Types[Name] extends (...args: infer Args) => infer Result
    ? Member<Call<T> & Data, Data, WireAll<Args>, Wire<Result> | Promise<Wire<Result>>>
    : { readonly [Constant in keyof Types[Name]]?: string };
};

/** Lists methods that return their own object to the script; the results of their handlers are dropped. */
type ChainedOf<T> = {
  [Name in keyof T as T extends ResultOf<T[Name]> ? Name : never]: (...args: ArgsOf<T[Name]>) => unknown;
};

/** One of Google's types, with methods that return null, too, although @types/google-apps-script says otherwise. */
export type OrNull<T, Names extends keyof T> = T & {
  [Name in Names]: (...args: ArgsOf<T[Name]>) => ResultOf<T[Name]> | null;
};

/** The members of one of Google's objects. @template Data identifies an object */
export class Table<T = unknown, Data extends ObjectData = object> {
  /** The name of the object in error messages and records. */
  readonly kind: string;
  /** True for a service that scripts find as a global. */
  readonly isGlobal: boolean;
  readonly methods: Record<string, Method> = {};
  /** The names of the methods that return their object. */
  readonly chained = new Set<string>();
  readonly constants: Record<string, object> = {};

  constructor(kind: string, isGlobal: boolean) {
    this.kind = kind;
    this.isGlobal = isGlobal;
  }

  /** Adds methods that return their object. */
  chain(rules: Rules<Data>, members: MembersOf<ChainedOf<T>, Data, T>): this {
    for (const name of Object.keys(members)) this.chained.add(name);
    return this.with(rules, members as MembersOf<T, Data>);
  }

  /** Adds members after a check against Google's types. @param rules what all of them have in common */
  with(rules: Rules<Data>, members: MembersOf<T, Data>): this {
    for (const [name, member] of Object.entries(members as Readonly<Record<string, object>>)) {
      if (typeof member === 'function') this.methods[name] = { ...rules, handle: member as Method['handle'] };
      else if ('handle' in member) this.methods[name] = { ...rules, ...(member as Method) };
      else this.constants[name] = member;
    }
    return this;
  }

  open(data: Data): Remote<T> {
    return new Remote<T>(this, data);
  }

  /** Returns the data behind one of the table's objects; undefined for other values. */
  dataOf(object: unknown): Data | undefined {
    return object instanceof Remote && object.table.kind === this.kind ? (object.data as Data) : undefined;
  }

  /** Returns the data behind the argument of a method. @throws Google's error for other values */
  argument(value: unknown, method: string): Data {
    const data = this.dataOf(value);
    if (data) return data;
    throw new Error(`The parameters don't match the method signature for ${method}.`);
  }
}

/** One of Google's objects; the script has only its methods. @template T Google's type of it */
export class Remote<T = unknown> {
  /** Only the compiler knows it. */
  declare readonly type: T;
  readonly table: Table;
  readonly data: object;

  /** @param data the values that identify it */
  constructor(table: Table, data: object) {
    this.table = table;
    this.data = data;
  }
}

export function tableOf<T, Data extends ObjectData = object>(kind: string, members: MembersOf<T, Data> = {}) {
  return new Table<T, Data>(kind, false).with({}, members);
}

/** Creates the table of a service that scripts find as a global. */
export function serviceOf<T>(kind: string, members: MembersOf<T, object> = {}): Table<T> {
  return new Table<T>(kind, true).with({}, members);
}

/** Creates a handler that stores its argument in the object's data. */
export function setter(key: string, read: (given: unknown) => unknown = String) {
  return ({ self }: Call, given: unknown) => Reflect.set(self.data, key, read(given));
}

/** Creates one of Google's enumerations: each name is its own value. */
export function namesOf<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: N } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [N in Name]: N };
}
