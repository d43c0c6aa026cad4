/** Look-ups of the service, made in the background when a section first needs them. */
import { signal } from '@preact/signals';
import { type FoundCompany, type LookUpKind, MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { readAccount, readCompanies, readEstimate, readGroups } from './service-answers.js';

export type LookUps = ReturnType<typeof createLookUps>;

interface LookUpOptions {
  /** Resolves with the response's text; empty if the service has no such look-up. */
  readonly ask: (kind: LookUpKind, text: string) => Promise<string>;
  /** Called when a look-up has a new result: the components that have read the old one render again. */
  readonly onFound: () => void;
  /** Called with the error of a failed look-up, and without one after a response. */
  readonly onAnswer: (error?: unknown) => void;
}

/** The time for which a result is valid, also a missing one. */
const VALID_MS = 30_000;
/** The pause in typing before a request. */
const TYPING_MS = 300;
const EDITING_MS = 700;

/** Creates the look-ups of one connection. Each is undefined until the service answers, if it ever does. */
export function createLookUps(options: LookUpOptions) {
  const groups = createLookUp(options, 'groups', readGroups);
  const account = createLookUp(options, 'account', readAccount);
  // each field has its own look-up, because two fields would cancel each other's search
  const companiesOf = new Map<string, LookUp<readonly FoundCompany[]>>();
  const estimate = createLookUp(options, 'estimate', (json) => json, EDITING_MS);
  let boughtAt = 0;
  let changes = 0;
  return {
    groups: () => groups('', changes)?.value,
    /** Looks the groups up again after a change. The old ones stay meanwhile. */
    renewGroups() {
      changes += 1;
    },
    account: () => account('', boughtAt)?.value,
    /** @param text being typed; results of similar texts stay meanwhile @param field of the text */
    companies(text: string, field = '') {
      // the service refuses longer texts, and no company has such a name
      if (text.trim().length > MAX_SEARCH_LENGTH) return undefined;
      const search = companiesOf.get(field) ?? createLookUp(options, 'companies', readCompanies, TYPING_MS);
      companiesOf.set(field, search);
      const found = search(text);
      const isNear = found && (found.text.startsWith(text) || text.startsWith(found.text));
      return isNear ? found.value : undefined;
    },
    /** Looks account and estimates up again after a purchase at this time. The old ones stay meanwhile. */
    renewPrices(lastBoughtAt: number) {
      boughtAt = Math.max(boughtAt, lastBoughtAt);
    },
    /** Returns the current estimate of a formula. @param limit of its question, if it is known */
    estimate(formula: string, limit: number | undefined) {
      const found = estimate(formula, boughtAt);
      return found?.text === formula ? readEstimate(found.value ?? '', limit) : undefined;
    },
  };
}

interface Found<T> {
  readonly key: string;
  readonly text: string;
  readonly value: T | undefined;
  readonly at: number;
}

/** Returns the last result, even for another text, and requests that of a new text or version. */
type LookUp<T> = (text: string, version?: number) => Found<T> | undefined;

function createLookUp<T>(
  { ask, onFound, onAnswer }: LookUpOptions,
  kind: LookUpKind,
  read: (json: string) => T | undefined,
  pauseMs = 0,
): LookUp<T> {
  const last = signal<Found<T> | undefined>(undefined);
  let pendingKey: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsupported = false;

  async function run(text: string, key: string): Promise<void> {
    let value: T | undefined;
    try {
      const json = await ask(kind, text);
      isUnsupported ||= json === '' && last.peek()?.value === undefined;
      value = read(json);
      if (json !== '') onAnswer();
    } catch (error) {
      // the service may refuse an unfinished formula, which says nothing about its status
      if (kind !== 'estimate') onAnswer(error);
      // the page works without the result, as with a service that lacks it, and asks again later
    }
    if (pendingKey !== key) return;
    pendingKey = undefined;
    // the forms keep their groups if a request fails
    if (kind === 'groups') value ??= last.peek()?.value;
    last.value = { key, text, value, at: Date.now() };
    onFound();
  }

  return (text, version = 0) => {
    if (isUnsupported) return undefined;
    const key = `${version} ${text}`;
    const found = last.value;
    // a clock that was set back must not keep an old price
    const isKnown = found?.key === key && Math.abs(Date.now() - found.at) < VALID_MS;
    if (isKnown ? pendingKey !== undefined : pendingKey !== key) {
      clearTimeout(timer);
      pendingKey = isKnown ? undefined : key;
      if (!isKnown) timer = setTimeout(() => void run(text, key), pauseMs);
    }
    return found;
  };
}
