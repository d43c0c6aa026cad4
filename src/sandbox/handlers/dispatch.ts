/** Dispatches the service calls of scripts to their handlers, within Google's quotas. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '../bridge/switches.js';
import type { Cost, HandlersOf, Method, Table } from '../methods/define.js';
import type { Caller } from './caller.js';
import type { Quotas } from './quotas.js';

export type Handle = (caller: Caller, ...sent: never[]) => unknown;

export interface Operation {
  readonly latencyMs: number;
  /** True if executions do not record the call. */
  readonly isInternal: boolean;
  readonly handle: Handle;
}

/** Operations by the name that executions record. */
export type Dispatch = ReadonlyMap<string, Operation>;

/** A service's table of methods with their handlers. */
export interface Service {
  readonly table: Table;
  readonly handlers: object;
}

/** Checks, at compile time, that the handlers fit the table. */
export function serviceOf<T extends Table>(table: T, handlers: HandlersOf<Caller, T>): Service {
  return { table, handlers };
}

/** @throws if a method of a table has no handler */
export function createDispatch(services: readonly Service[], quotas: Quotas, switches: Switches): Dispatch {
  return new Map(
    services.flatMap(({ table, handlers }) =>
      Object.entries(table.methods as Readonly<Record<string, Method>>)
        .filter(([, { inRealm, aliasOf }]) => !inRealm && aliasOf === undefined)
        .map(([name, method]) => {
          const { cost, isInternal = false, latencyMs = table.latencyMs, operation = name } = method;
          const recorded = `${table.service}.${operation}`;
          const handle = (handlers as Readonly<Record<string, Handle | undefined>>)[operation];
          if (!handle) throw new Error(`${recorded} has no handler`);
          const counted = cost ? withQuota(handle, cost, quotas, switches) : handle;
          return [recorded, { latencyMs, isInternal, handle: counted }];
        }),
    ),
  );
}

/** ljay79/jira-tools #80 reports "Script delayed (1.0 min) waiting for quota". */
const DELAY_MS = 60_000;

/** Refuses or delays calls over the quota. They count for the person at the screen, not for the owner. */
function withQuota(
  handle: Handle,
  { counter, amount = () => 1 }: Cost,
  quotas: Quotas,
  switches: Switches,
): Handle {
  const spend = async ({ user, signal }: Caller, count: number): Promise<void> => {
    if (switches.spentQuota === 'refuse') quotas.check(user.email, counter, count);
    else if (quotas.of(user.email)[counter].left < count) await sleep(DELAY_MS, undefined, { signal });
    quotas.add(user.email, counter, count);
  };
  return async (caller, ...sent) => {
    const before = amount(switches, sent as never, undefined);
    if (before !== undefined) await spend(caller, before);
    const answer = await handle(caller, ...sent);
    if (before === undefined) await spend(caller, amount(switches, sent as never, answer) ?? 1);
    return answer;
  };
}
