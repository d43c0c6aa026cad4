/** The add-on's calls as promises, which reject with an ErrorData. Only this file uses google.script.run. */
import type { ErrorData } from '../../contract/error-texts.js';
import { refusalIn, type SidebarApi, type SidebarClient } from '../../contract/sidebar-api.js';

/** The part that is used: https://developers.google.com/apps-script/guides/html/reference/run */
type ScriptRun = {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun;
  withFailureHandler(handler: (error: Error) => void): ScriptRun;
} & Readonly<Record<keyof SidebarApi, (...args: readonly unknown[]) => void>>;

declare const google: { readonly script: { readonly run: ScriptRun } };

/** Google ends an execution after 6 minutes: an answer that is later than that is lost. */
const ANSWER_WITHIN_MS = 7 * 60_000;

function call(name: keyof SidebarApi, ...args: readonly unknown[]): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const answer = new Promise((resolve, reject) => {
    const error: ErrorData = { message: 'Google has not answered', isUnanswered: true };
    timer = setTimeout(() => reject(error), ANSWER_WITHIN_MS);
    const answered = (reply: unknown) => {
      const refusal = refusalIn(reply);
      if (refusal) reject(refusal);
      else resolve(reply);
    };
    const runner = google.script.run.withSuccessHandler(answered).withFailureHandler(reject);
    runner[name](...args);
  });
  return answer.finally(() => clearTimeout(timer));
}

/** Makes calls of any name; its type allows only those of the add-on. */
export const client = new Proxy({} as SidebarClient, {
  get: (_, name) => call.bind(undefined, name as keyof SidebarApi),
});
