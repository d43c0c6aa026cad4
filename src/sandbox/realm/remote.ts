/** Makes an object of Google's from its table: permission, arguments, the call, and what the script gets. */
import type { Method, Table } from '../services/define.js';
import { strict } from './not-emulated.js';
import { type RealmContext, requireArgument } from './services.js';

type Data = object;

/** @param data what the object is about: it is sent with each call */
export function openRemote<M>(realm: RealmContext, table: Table<M>, data: Data): object {
  const constants = Object.entries(table.constants).map(([name, values]) => [name, strict(name, values)]);
  const members: Record<string, unknown> = Object.fromEntries(constants);
  const object = strict(table.kind, members);
  for (const [name, method] of Object.entries(table.methods as Record<string, Method>)) {
    members[name] = (...args: never[]) => run({ realm, table, data, object }, name, method, args);
  }
  return object;
}

interface Opened {
  readonly realm: RealmContext;
  readonly table: Table<unknown>;
  readonly data: Data;
  readonly object: object;
}

function run({ realm, table, data, object }: Opened, name: string, method: Method, args: never[]): unknown {
  const { needs, writes, required = [], as, records, sends, gives, chains, local } = method;
  const about = data as never;
  if (needs) realm.permissions.service(`${table.kind}.${name}`, needs);
  if (writes === true || writes?.(about)) realm.permissions.write(name);
  for (const [index, what] of required.entries()) requireArgument(what, args[index]);
  if (local) {
    const value = local(realm, about, ...args);
    return chains ? object : value;
  }
  const sent = sends?.(about, ...args) ?? [];
  const call = realm.call as (operation: string, ...sent: readonly unknown[]) => unknown;
  const answer = call(`${table.service}.${records ?? as ?? name}`, ...sent);
  if (chains) return object;
  return gives ? gives(answer as never, realm, about, ...args) : answer;
}
