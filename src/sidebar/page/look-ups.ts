/** What the service says beside answers, asked in the background when a section first wants it, and drawn when it is there. */
import type { FoundCompany, LookUpKind } from '../../contract/lookups.js';
import { MOST_LOOSENED } from '../draft/loosened.js';
import { readAccount, readCompanies, readEstimate, readGroups } from './service-answers.js';

export type LookUps = ReturnType<typeof createLookUps>;

interface LookUpOptions {
  /** Resolves with the text of the answer; empty where the service has none. */
  readonly ask: (kind: LookUpKind, text: string) => Promise<string>;
  /** Called when something is known that was not. */
  readonly onFound: () => void;
  /** Called with why the service, or its key, failed; with nothing when it has answered. */
  readonly onAnswer: (error?: unknown) => void;
}

/** How long an answer, or that there was none, holds. */
const SHORT_MS = 30_000;
const LONG_MS = 600_000;
/** How long a text has to stand before it is asked for. */
const TYPING_MS = 300;
const EDITING_MS = 700;

/** Look-ups belong to one connection. Each is undefined until the service has said it, and where it never does. */
export function createLookUps(options: LookUpOptions) {
  const groups = createLookUp(options, 'groups', readGroups, 0, LONG_MS);
  const account = createLookUp(options, 'account', readAccount, 0, SHORT_MS);
  // each field has its own: two unfinished ones would call each other's search off
  const companiesOf = new Map<string, LookUp<readonly FoundCompany[]>>();
  const estimates = Array.from({ length: 1 + MOST_LOOSENED }, (_, at) =>
    createLookUp(options, 'estimate', (json) => json, at === 0 ? EDITING_MS : TYPING_MS, SHORT_MS),
  );
  const estimateOf = (at: number, formula: string, limit: number) => {
    const found = estimates[at]?.(formula);
    return found?.text === formula ? readEstimate(found.value ?? '', limit) : undefined;
  };
  let changes = 0;
  return {
    groups: () => groups(String(changes))?.value,
    /** They have changed: asked for again. */
    renewGroups() {
      changes += 1;
    },
    account: () => account('')?.value,
    /** @param text as it is being typed; those of a text that is a letter away stay until its own are there @param field that it is typed into */
    companies(text: string, field = '') {
      const look =
        companiesOf.get(field) ?? createLookUp(options, 'companies', readCompanies, TYPING_MS, LONG_MS);
      companiesOf.set(field, look);
      const found = look(text);
      const isNear = found && (found.text.startsWith(text) || text.startsWith(found.text));
      return isNear ? found.value : undefined;
    },
    /** What a formula with this limit would cost now. */
    estimate: (formula: string, limit: number) => estimateOf(0, formula, limit),
    /** The same for questions near one that finds nothing. @param at which of them */
    nearby: (at: number, formula: string, limit: number) => estimateOf(1 + at, formula, limit),
  };
}

/** A page without a connection uses these. */
export const NO_LOOK_UPS = createLookUps({ ask: async () => '', onFound() {}, onAnswer() {} });

interface Found<T> {
  readonly text: string;
  readonly value: T | undefined;
  readonly at: number;
}

/** Gives the last answer, whatever text it is for, and asks for that of a new text. */
type LookUp<T> = (text: string) => Found<T> | undefined;

function createLookUp<T>(
  { ask, onFound, onAnswer }: LookUpOptions,
  kind: LookUpKind,
  read: (json: string) => T | undefined,
  pauseMs: number,
  validMs: number,
): LookUp<T> {
  let last: Found<T> | undefined;
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLacking = false;

  async function run(text: string): Promise<void> {
    let value: T | undefined;
    try {
      const json = await ask(kind, text);
      isLacking ||= json === '';
      value = read(json);
      if (json !== '') onAnswer();
    } catch (error) {
      // a formula that is being typed may be refused for its own sake
      if (kind !== 'estimate') onAnswer(error);
      // the page does without, as with a service that lacks it, and asks again after a while
    }
    if (wanted !== text) return;
    wanted = undefined;
    last = { text, value, at: Date.now() };
    onFound();
  }

  return (text) => {
    if (isLacking) return undefined;
    const isKnown = last?.text === text && Date.now() - last.at < validMs;
    if (isKnown ? wanted !== undefined : wanted !== text) {
      clearTimeout(timer);
      wanted = isKnown ? undefined : text;
      if (!isKnown) timer = setTimeout(() => void run(text), pauseMs);
    }
    return last;
  };
}
