/** Counts the calls that Google limits per day, and refuses those past the limit. They count for the person at the screen. */
import type { Operations } from '../bridge/operations.js';
import type { Counter } from '../services/define.js';
import type { Caller, Handlers } from './handlers.js';
import type { Quotas } from './quotas.js';

/** The same handlers, within the quotas. */
export function withQuotas(handlers: Handlers, quotas: Quotas): Handlers {
  const spend = ({ user }: Caller, counter: Counter, amount: number): void => {
    quotas.check(user.email, counter, amount);
    quotas.add(user.email, counter, amount);
  };
  const counted = <Name extends keyof Operations>(
    name: Name,
    counter: Counter,
    amount: (...args: Parameters<Operations[Name]>) => number,
  ): Pick<Handlers, Name> => {
    const handle = handlers[name];
    const within = (caller: Caller, ...args: Parameters<Operations[Name]>) => {
      spend(caller, counter, amount(...args));
      return handle(caller, ...args);
    };
    return { [name]: within } as unknown as Pick<Handlers, Name>;
  };
  const one = () => 1;
  return {
    ...handlers,
    ...counted('UrlFetchApp.fetch', 'fetches', one),
    ...counted('UrlFetchApp.fetchAll', 'fetches', (requests) => requests.length),
  };
}
