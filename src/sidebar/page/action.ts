/** Calls the add-on, one call at a time, and shows each result. */
import { batch } from '@preact/signals';
import type { Outcome, SidebarClient, SidebarState } from '../../contract/sidebar-api.js';
import { serviceStatusOf } from '../draft/remedies.js';
import { dayIn } from '../draft/today.js';
import { client } from './client.js';
import { dataOf, errorText } from './error-text.js';
import { createLookUps } from './look-ups.js';
import {
  busy,
  connection,
  keepFocus,
  lookUps,
  type Notice,
  notice,
  server,
  serviceStatus,
  texts,
} from './store.js';

export type Request = (client: SidebarClient) => Promise<SidebarState>;
/** The message of a notice. A text alone reports success. */
export type Message = Omit<Notice, 'actionId'> | string | undefined;
/** Applies the result of a successful call to the page, and returns the message to show. */
export type Done = (state: SidebarState) => Message;

type OutcomeOf<K> = Extract<Outcome, { readonly kind: K }>;

export function on<K extends Outcome['kind']>(
  kind: K,
  handle: (outcome: OutcomeOf<K>, state: SidebarState) => Message,
): Done {
  return (state) => (state.outcome?.kind === kind ? handle(state.outcome as OutcomeOf<K>, state) : undefined);
}

/** When the add-on's state arrived or was last requested in the background, in milliseconds since 1970. */
let receivedAt = 0;
/** When the shown prices and budgets were requested, in milliseconds since 1970. */
let shownAt = 0;
const PRICES_VALID_MS = 3_600_000;
/** The connection of the look-ups; empty without one, undefined if they are too old. */
let lookUpsId: string | undefined;

const oldPriceNotice = (): Message => ({ kind: 'warning', text: texts.build.oldPrice });

/** True if the prices on the page are of another day or too old, or if the clock was set back by as much. */
function isOutdated(now: number): boolean {
  const { timeZone } = server.peek();
  return Math.abs(now - shownAt) > PRICES_VALID_MS || dayIn(timeZone, shownAt) !== dayIn(timeZone, now);
}

/** Updates the service's status after a response, or from an error if that shows it. */
function setServiceStatus(error?: unknown): void {
  serviceStatus.value =
    error === undefined ? 'answers' : (serviceStatusOf(dataOf(error)) ?? serviceStatus.peek());
}

/** @param askedAt when the state was requested: over midnight it may be that of the day before */
export function receive(state: SidebarState, askedAt: number): void {
  receivedAt = Date.now();
  if (isOutdated(askedAt)) lookUpsId = undefined;
  shownAt = askedAt;
  // without a prototype: a group may be called constructor
  server.value = { ...state, callbacks: Object.assign(Object.create(null), state.callbacks) };
  updateLookUps();
  const bought = state.activity.calls.find(({ credits }) => credits > 0);
  lookUps.peek().renewPrices(bought?.at ?? 0);
  const { outcome } = state;
  if (outcome?.kind === 'preview' && outcome.preview.error) setServiceStatus(outcome.preview.error);
  if (outcome?.kind === 'tested') setServiceStatus(outcome.failure);
}

/**
 * Requests the state in the background, because formulas spend credits while the page is open.
 * @param freshMs a younger state is not requested again
 */
export async function refreshState(freshMs = 1_000): Promise<void> {
  const before = server.peek();
  const askedAt = Date.now();
  // a clock that was set back must not keep the old figures
  if (busy.peek() !== '' || Math.abs(askedAt - receivedAt) < freshMs) return;
  receivedAt = askedAt;
  const state = await client.sidebarState().catch(() => undefined);
  // the state of a later call or request is newer
  if (!state || busy.peek() !== '' || server.peek() !== before || receivedAt !== askedAt) return;
  batch(() => receive(state, askedAt));
  keepFocus();
}

/** Replaces the look-ups with the connection: results of one must not show for another. */
function updateLookUps(): void {
  const id = connection.peek();
  if (id === lookUpsId) return;
  lookUpsId = id;
  serviceStatus.value = 'unknown';
  lookUps.value = createLookUps({
    // without a connection nothing is known
    ask: async (kind, text) => (id === '' ? '' : client.lookUp(kind, text)),
    onFound: keepFocus,
    onAnswer: (error) => lookUpsId === id && setServiceStatus(error),
  });
  // shows at once whether the service responds and accepts the key
  lookUps.value.account();
}

/**
 * @param actionId the id of the action and of its button
 * @param isPriced true if it spends credits at a shown price: on an outdated page, it only shows the price of now
 * @returns true if it succeeded; an error is shown beside the button
 */
export async function call(
  actionId: string,
  request: Request,
  done?: Done,
  isPriced = false,
): Promise<boolean> {
  if (busy.value !== '') return false;
  // days such as -30d and the budget have moved on
  if (isPriced && isOutdated(Date.now())) return call(actionId, (one) => one.sidebarState(), oldPriceNotice);
  batch(() => {
    busy.value = actionId;
    notice.value = undefined;
  });
  keepFocus();
  let isDone = false;
  const askedAt = Date.now();
  try {
    const next = await request(client);
    batch(() => {
      receive(next, askedAt);
      busy.value = '';
      const message = done?.(next);
      const content = typeof message === 'string' ? { kind: 'good' as const, text: message } : message;
      if (content) notice.value = { ...content, actionId };
    });
    isDone = true;
  } catch (thrown) {
    const error = dataOf(thrown);
    const retry = () => {
      // click the action's button, because it may do more than this call; the one to retry disappears
      keepFocus(actionId);
      const pressed = document.getElementById(actionId);
      if (pressed instanceof HTMLButtonElement) pressed.click();
      else void call(actionId, request, done, isPriced);
    };
    batch(() => {
      setServiceStatus(error);
      busy.value = '';
      const failed = { error, retry };
      notice.value = { actionId, kind: 'bad', text: errorText(error, texts), failed };
    });
    // a colleague's change may be the reason, and the call may have done something
    void refreshState(0);
  }
  keepFocus();
  return isDone;
}
