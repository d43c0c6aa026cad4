/** Creates Google's objects from their tables: methods check permission and arguments and call the host. */
import { requireArgument } from '../methods/arguments.js';
import type { Method, MethodContext, Table } from '../methods/define.js';
import { remember } from '../methods/objects.js';
import type { Call } from './call.js';
import { strict } from './not-emulated.js';

export interface RealmContext extends Pick<MethodContext, 'environment' | 'permissions'> {
  readonly call: Call;
}

/** A class, because google.script.run must not accept these objects as plain ones. */
class Members {
  [name: string]: unknown;
}

/** @param data the values that identify the object */
export function openRemote<T>(context: RealmContext, table: Table<T>, data: object): T {
  const members = new Members();
  const object = strict(table.kind, members);
  remember(object, { kind: table.kind, data });
  for (const [name, values] of Object.entries(table.constants)) members[name] = strict(name, values);
  const methods = table.methods as Record<string, Method>;
  const realm: MethodContext = {
    ...context,
    open: (other, otherData) => openRemote(context, other, otherData),
    self: object,
  };
  for (const [name, method] of Object.entries(methods)) {
    members[name] = (...args: never[]) => {
      const value = run(context.call, table, realm, [name, method], data as never, args);
      return method.chains ? object : value;
    };
  }
  return object as T;
}

function run(
  call: Call,
  table: Table,
  realm: MethodContext,
  [name, method]: readonly [string, Method],
  data: never,
  args: never[],
): unknown {
  const { needs, writes, required = [], target = table.target, fromAnswer, inRealm, cached } = method;
  if (needs) realm.permissions.service(`${table.kind}.${name}`, needs);
  if (writes === true || writes?.(data)) realm.permissions.write(name);
  for (const [index, what] of required.entries()) requireArgument(what, args[index]);
  if (inRealm) return inRealm(realm, data, ...args);
  const before = cached?.(realm, data, ...args);
  if (before !== undefined) return before;
  const sent = method.toArguments ? method.toArguments(data, ...args) : args;
  const answer = call(operationOf(table, name, method), [...target(data), ...sent]);
  return fromAnswer ? fromAnswer(answer as never, realm, data, ...args) : answer;
}

function operationOf({ service }: Table, name: string, { aliasOf, operation }: Method): string {
  const called = aliasOf ?? operation ?? name;
  return called.includes('.') ? called : `${service}.${called}`;
}
