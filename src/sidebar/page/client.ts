/** The add-on's calls as promises, which reject with an ErrorData. Only this file uses google.script.run. */
import { refusalIn, type SidebarApi } from '../../contract/sidebar-api.js';

export type SidebarClient = {
  readonly [K in keyof SidebarApi]: (
    ...args: Parameters<SidebarApi[K]>
  ) => Promise<ReturnType<SidebarApi[K]>>;
};

/** The part that is used: https://developers.google.com/apps-script/guides/html/reference/run */
export type ScriptRun = {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: Error) => void): ScriptRun;
} & { readonly [K in keyof SidebarApi]: (...args: Parameters<SidebarApi[K]>) => void };

/** @param run a function that returns google.script.run: each call needs a new one */
export function createClient(run: () => ScriptRun): SidebarClient {
  const call =
    (name: keyof SidebarApi) =>
    (...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const answered = (reply: unknown) => {
          const refusal = refusalIn(reply);
          if (refusal) reject(refusal);
          else resolve(reply);
        };
        const runner = run().withSuccessHandler(answered).withFailureHandler(reject);
        (runner[name] as (...values: unknown[]) => void)(...args);
      });
  // by any name: the types know which calls there are
  return new Proxy({} as SidebarClient, { get: (_, name) => call(name as keyof SidebarApi) });
}
