/// <reference types="google-apps-script" />
/**
 * Defines each object of Google's by a table with a line per method. The script's realm has only the names of
 * the methods; each call runs its handler in the host. A method that the table lacks throws an error with its
 * name.
 */
import type { AuthMode, Mode, Permission, User } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { HostClock } from './clock.js';
import type { Permissions } from './permissions.js';
import type { Counter } from './quotas.js';
import type { UserInterface } from './user-interface.js';

/** The execution that calls a service. */
export interface Caller {
  readonly executionId: number;
  readonly functionName: string;
  readonly mode: Mode;
  readonly authMode: AuthMode;
  readonly permissions: Permissions;
  /** As they were at the start of the execution. */
  readonly switches: Switches;
  readonly user: User;
  readonly documentId: string;
  /** False for a script without a spreadsheet: its document stores are null. */
  readonly inDocument: boolean;
  /** The person whose user properties, cache and lock the execution uses; the owner in custom functions. */
  readonly storeOwner: string;
  readonly ui: UserInterface;
  /** The cell of the formula, for a custom function. */
  readonly cell: CellArea | undefined;
  /** The execution's own clock, which leads to its time limit. */
  readonly runTime: Pick<HostClock, 'now' | 'advance'>;
  /** Aborts when the execution ends in any way. */
  readonly signal: AbortSignal;
}

/** A script's call of a method, as its handler sees it. */
export interface Call extends Caller {
  /** The object whose method runs. */
  readonly self: Remote;
  /** Calls another method, as a script would. */
  invoke(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Uses a part of a daily quota; default: one. @throws Google's error if it is used up */
  spend(counter: Counter, amount?: number): Promise<void>;
}

/** Gets the call together with the data that identify its object, and the arguments. */
type Handler<Data = never, Args extends readonly unknown[] = never[]> = (
  call: Call & Data,
  ...args: Args
) => unknown;

interface Rules<Data = never> {
  /** The permission that the mode must allow, and whose scope the person must have granted. */
  readonly needs?: Permission;
  /** Marks a method that viewers and custom functions may not call, always or by the object's data. */
  readonly writes?: true | ((data: Data) => boolean);
  /** The names of the required arguments, starting with the first one. */
  readonly required?: readonly string[];
  /** The name by which executions record the call; default: the service's and the method's. */
  readonly records?: string;
  /** Marks a method that Google answers without a call to a service: it takes no time and has no record. */
  readonly local?: true | ((call: Caller & Data) => boolean);
  /** Makes the method return its object. */
  readonly chains?: true;
}

export interface Method<Data = never, Args extends readonly unknown[] = never[]> extends Rules<Data> {
  readonly handle: Handler<Data, Args>;
}

type ArgsOf<Member> = Member extends (...args: infer Args) => unknown ? Args : never;

/** The methods and constants of a table. A method without rules is its handler. */
export type MembersOf<T, Data = object> = {
  readonly [Name in keyof T]?: T[Name] extends (...args: never[]) => unknown
    ? Method<Data, ArgsOf<T[Name]>> | Handler<Data, ArgsOf<T[Name]>>
    : object;
};

export interface Table {
  /** The name of the object in error messages and, by default, in records. */
  readonly kind: string;
  /** True for a service that scripts find as a global. */
  readonly isGlobal: boolean;
  readonly methods: Readonly<Record<string, Method>>;
  readonly constants: Readonly<Record<string, object>>;
}

/** Checks a table's names and arguments against Google's types. @template Data identifies an object */
export function tableOf<T, Data = object>(kind: string, members: MembersOf<T, Data>): Table {
  const methods: Record<string, Method> = {};
  const constants: Record<string, object> = {};
  for (const [name, member] of Object.entries(members as Readonly<Record<string, object>>)) {
    if (typeof member === 'function') methods[name] = { handle: member as Handler };
    else if ('handle' in member) methods[name] = member as Method;
    else constants[name] = member;
  }
  return { kind, isGlobal: false, methods, constants };
}

/** Creates the table of a service that scripts find as a global. */
export function serviceOf<T>(kind: string, members: MembersOf<T>): Table {
  return { ...tableOf<T>(kind, members), isGlobal: true };
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

/** Returns the data behind an object of this kind; undefined for other values. */
export function dataOf<Data extends object>(kind: string, object: unknown): Data | undefined {
  return object instanceof Remote && object.table.kind === kind ? (object.data as Data) : undefined;
}

/** Creates a method that takes no time and has no record. */
export function local<Data, Args extends readonly unknown[]>(
  handle: Handler<Data, Args>,
  rules: Rules<Data> = {},
): Method<Data, Args> {
  return { ...rules, local: true, handle };
}

/** Creates a local method that returns its object. */
export function chained<Data, Args extends readonly unknown[]>(
  handle: Handler<Data, Args>,
): Method<Data, Args> {
  return { local: true, chains: true, handle };
}

/** Creates a method that changes the spreadsheet and returns its object. @param records see `Rules` */
export function change<Data, Args extends readonly unknown[]>(
  handle: Handler<Data, Args>,
  records?: string,
): Method<Data, Args> {
  return { writes: true, chains: true, handle, ...(records && { records }) };
}

/** Creates a method with the record of another one. */
export function recorded<Data, Args extends readonly unknown[]>(
  records: string,
  handle: Handler<Data, Args>,
): Method<Data, Args> {
  return { records, handle };
}

/** Creates a method that stores its argument in the data and returns the object. */
export function setter(key: string, read: (given: unknown) => unknown = String) {
  return chained(({ self }: Call, given: unknown) => void Reflect.set(self.data, key, read(given)));
}

/** Creates one of Google's enumerations: each name is its own value. */
export function namesOf<const Name extends string>(...names: readonly Name[]): { readonly [N in Name]: N } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [N in Name]: N };
}

/** Returns Google's error for arguments of wrong types. */
export function wrongSignature(method: string, args: readonly unknown[]): Error {
  const types = args.map((arg) => typeName(arg));
  return new Error(`The parameters (${types.join(',')}) don't match the method signature for ${method}.`);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'number[]';
  return typeof value === 'string' ? 'String' : typeof value;
}
