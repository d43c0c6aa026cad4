/** Three people's sidebar calls, and formulas as Google runs them, in the host with the built add-on. */
import type { SidebarState } from '../../../src/contract/sidebar-api.js';
import type { Role } from '../../../src/sandbox/bridge/modes.js';
import type { Host } from '../../../src/sandbox/host/host.js';

export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];

export interface People {
  /** Calls the add-on from a person's sidebar. @throws the error that the page would get */
  call(role: Role, name: string, ...args: readonly unknown[]): Promise<SidebarState>;
  /** Returns the message of a call that must fail. */
  refusal(role: Role, name: string, ...args: readonly unknown[]): Promise<string>;
  /** Checks that each argument makes the owner's call fail with its message. */
  refuses(name: string, cases: readonly (readonly [argument: unknown, message: RegExp])[]): Promise<void>;
  /** Runs a free formula. @returns its header, or the message of its error */
  formula(): Promise<string>;
}

export function createPeople(host: Host): People {
  let asked = 0;
  const call: People['call'] = async (as, name, ...args) =>
    (await host.run(name, args, { as, mode: 'sidebar' })) as SidebarState;
  const refusal: People['refusal'] = async (role, name, ...args) => {
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
    async refuses(name, cases) {
      for (const [argument, message] of cases) {
        const said = await refusal('owner', name, argument);
        expect([argument, said]).toEqual([argument, expect.stringMatching(message)]);
      }
    },
    async formula() {
      asked++;
      const question = ['HIRINGS', ['', 'startDate', '-2d', 'limit', asked]] as const;
      try {
        const table = await host.run(question[0], question[1], { mode: 'custom-function', as: 'editor' });
        return String((table as unknown[][])[0]?.[1]);
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}
