/** Three people's sidebar calls, and formulas as Google runs them, in the host with the built add-on. */
import type { SidebarState } from '../../../src/contract/sidebar-api.js';
import type { Role } from '../../../src/sandbox/bridge/modes.js';
import type { Host } from '../../../src/sandbox/host/host.js';
import type { Connection } from '../../support/host.js';

export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];

export function createPeople(host: Host) {
  let asked = 0;
  /** Calls the add-on from a person's sidebar. @throws the error that the page would get */
  const call = async (as: Role, name: string, ...args: readonly unknown[]) =>
    (await host.run(name, args, { as, mode: 'sidebar' })) as SidebarState;
  /** Returns the message of a call that must fail. */
  const refusal = async (role: Role, name: string, ...args: readonly unknown[]): Promise<string> => {
    try {
      await call(role, name, ...args);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error(`${name} was not refused`);
  };
  return {
    call,
    refusal,
    /** Checks that each argument makes the owner's call fail with the message. */
    async refuses(name: string, message: RegExp, given: readonly unknown[]): Promise<void> {
      for (const argument of given) {
        const said = await refusal('owner', name, argument);
        expect([argument, said]).toEqual([argument, expect.stringMatching(message)]);
      }
    },
    /** Saves a person's key for an address. */
    save: (role: Role, connection: Connection) => call(role, 'saveConnection', connection),
    /** Shares a person's key as "The owner", "The editor" or "The viewer". */
    share: (role: Role, dailyCap = 50) => call(role, 'shareConnection', { owner: `The ${role}`, dailyCap }),
    /** Runs a free formula. @returns its header, or the message of its error */
    async formula(): Promise<string> {
      asked++;
      const options = ['', 'startDate', '-2d', 'limit', asked];
      try {
        const table = await host.run('HIRINGS', options, { mode: 'custom-function', as: 'editor' });
        return String((table as unknown[][])[0]?.[1]);
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}
