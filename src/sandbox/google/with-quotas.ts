/** Counts the calls that Google limits per day, and refuses those past the limit. They count for the person at the screen. */
import type { OperationName, Operations } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { Caller, Handlers } from './handlers.js';
import type { Counter, Quotas } from './quotas.js';

/** The same handlers, within the quotas. */
export function withQuotas(
  handlers: Handlers,
  quotas: Quotas,
  switches: Pick<Switches, 'propertyCount'>,
): Handlers {
  const spend = ({ user }: Caller, counter: Counter, amount: number): void => {
    quotas.check(user.email, counter, amount);
    quotas.add(user.email, counter, amount);
  };
  const counted = <Name extends OperationName>(
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
  // a call without a key is a call
  const keysOf = (values: object): number => Math.max(1, Object.keys(values).length);
  return {
    ...handlers,
    ...counted('PropertiesService.getProperty', 'propertyReads', one),
    async 'PropertiesService.getProperties'(caller, scope) {
      const values = await handlers['PropertiesService.getProperties'](caller, scope);
      spend(caller, 'propertyReads', switches.propertyCount === 'keys' ? keysOf(values) : 1);
      return values;
    },
    ...counted('PropertiesService.setProperties', 'propertyWrites', (_scope, values) =>
      switches.propertyCount === 'calls' ? 1 : keysOf(values),
    ),
    ...counted('PropertiesService.deleteProperty', 'propertyWrites', one),
    ...counted('PropertiesService.deleteAllProperties', 'propertyWrites', one),
    ...counted('UrlFetchApp.fetch', 'fetches', one),
    ...counted('UrlFetchApp.fetchAll', 'fetches', (requests) => requests.length),
    ...counted('MailApp.send', 'recipients', (recipient) => recipient.split(',').length),
  };
}
