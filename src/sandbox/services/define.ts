/// <reference types="google-apps-script" />
/**
 * Defines each object of Google's by a table with a line per method. The script's realm has only the names of
 * the methods; each call runs its handler in the host. A method that the table lacks throws an error with its
 * name.
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

/** A script's call of a method, as its handler sees it. */
export interface Call extends Caller, ServiceParts {
  /** The object whose method runs. */
  readonly self: Remote;
  /** Calls another method, as a script would. */
  invoke(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown>;
}

/**
 * The data that identify an object. A handler gets them merged into its call, so they must not have the name of
 * a part. They may hide what the caller says: a trigger has a `functionName` of its own.
 */
type ObjectData = object & { readonly [Part in Exclude<keyof Call, keyof Caller>]?: never };

/** Gets the call together with the data that identify its object, and the arguments. */
type Handler<Data = never, Args extends readonly unknown[] = never[]> = (
  call: Call & Data,
  ...args: Args
) => unknown;

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
  /** Makes the method return its object. */
  readonly chains?: true;
}

export const LOCAL = { local: true } as const satisfies Rules;
/** The rules of a local method that returns its object. */
export const CHAINED = { local: true, chains: true } as const satisfies Rules;
/** The rules of a method that reads cells or a tab. */
export const READ = { latencyMs: LATENCY.cells } as const satisfies Rules;
/** The rules of a method that changes the spreadsheet and returns its object. */
export const CHANGE = { writes: true, chains: true, latencyMs: LATENCY.cells } as const satisfies Rules;

interface Method<Data = never, Args extends readonly unknown[] = never[]> extends Rules<Data, Args> {
  readonly handle: Handler<Data, Args>;
}

type ArgsOf<Member> = Member extends (...args: infer Args) => unknown ? Args : never;

/** The methods and constants of one of Google's types. A method without rules of its own is its handler. */
type MembersOf<T, Data> = {
  readonly [Name in keyof T]?: T[Name] extends (...args: never[]) => unknown
    ? Method<Data, ArgsOf<T[Name]>> | Handler<Data, ArgsOf<T[Name]>>
    : object;
};

/** The members of one of Google's objects. @template Data identifies an object */
export class Table<T = object, Data extends ObjectData = object> {
  /** The name of the object in error messages and records. */
  readonly kind: string;
  /** True for a service that scripts find as a global. */
  readonly isGlobal: boolean;
  readonly methods: Record<string, Method> = {};
  readonly constants: Record<string, object> = {};

  constructor(kind: string, isGlobal: boolean) {
    this.kind = kind;
    this.isGlobal = isGlobal;
  }

  /** Adds members after a check against Google's types. @param rules what all of them have in common */
  with(rules: Rules<Data>, members: MembersOf<T, Data>): this {
    for (const [name, member] of Object.entries(members as Readonly<Record<string, object>>)) {
      if (typeof member === 'function') this.methods[name] = { ...rules, handle: member as Handler };
      else if ('handle' in member) this.methods[name] = { ...rules, ...(member as Method) };
      else this.constants[name] = member;
    }
    return this;
  }

  open(data: Data): Remote {
    return new Remote(this, data);
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

/** One of Google's objects; the script has only its methods. */
export class Remote {
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
