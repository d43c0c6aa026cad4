/** Calls the add-on, one call at a time, and shows each result. */
import { batch } from '@preact/signals';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { conditionOf } from '../draft/remedies.js';
import type { SidebarClient } from './client.js';
import { dataOf, errorText } from './error-text.js';
import { createLookUps, type LookUps, NO_LOOK_UPS } from './look-ups.js';
import { busy, condition, keepFocus, lookUps, type Notice, notice, server, texts } from './store.js';

export type Request = (client: SidebarClient) => Promise<SidebarState>;
export type Said = Omit<Notice, 'place'>;
/** Applies the result of a successful call to the page, and returns the message to show. */
export type Done = (state: SidebarState) => Said | undefined;

let client: SidebarClient;
/** When the add-on's state arrived, in milliseconds since 1970. */
let receivedAt = 0;
/** The connection of the look-ups. */
let known = '';

export function useClient(made: SidebarClient): void {
  client = made;
}

export function openState(): Promise<SidebarState> {
  return client.sidebarState();
}

/** Updates the service's status after a response, or from an error if that tells it. */
function learn(error?: unknown): void {
  condition.value = error === undefined ? 'answers' : (conditionOf(dataOf(error)) ?? condition.peek());
}

/** Applies the state that a call returned. */
export function receive(state: SidebarState): void {
  receivedAt = Date.now();
  server.value = state;
  renewLookUps(state);
  const { outcome } = state;
  if (outcome?.kind === 'preview' && outcome.preview.details) learn(outcome.preview);
  if (outcome?.kind === 'tested') learn(outcome.ok ? undefined : outcome);
}

/** A younger state is not requested again. */
const FRESH_MS = 1_000;

/** Requests the state in the background, because formulas spend credits while the page is open. */
export async function refreshState(): Promise<void> {
  const before = server.peek();
  if (busy.peek() !== '' || Date.now() - receivedAt < FRESH_MS) return;
  receivedAt = Date.now();
  const state = await client.sidebarState().catch(() => undefined);
  // the state of a later call is newer
  if (!state || busy.peek() !== '' || server.peek() !== before) return;
  batch(() => receive(state));
  keepFocus();
}

/** Replaces the look-ups with the connection: results of one service or key must not show for another. */
function renewLookUps({ hasKey, baseUrl, keyEnding, sharing }: SidebarState): void {
  const of = hasKey || sharing ? JSON.stringify([baseUrl, keyEnding, sharing]) : '';
  if (of === known) return;
  known = of;
  condition.value = 'unknown';
  const isCurrent = () => known === of;
  const made: LookUps = createLookUps({
    ask: (kind, text) => client.lookUp(kind, text),
    onFound: () => isCurrent() && redraw(made),
    onAnswer: (error) => isCurrent() && learn(error),
  });
  lookUps.value = of === '' ? NO_LOOK_UPS : made;
  // shows at once whether the service responds and accepts the key
  lookUps.value.account();
}

/** Look-ups read from a cache, so a new object makes the components that use them render again. */
function redraw(made: LookUps): void {
  lookUps.value = { ...made };
  keepFocus();
}

/**
 * @param place the id of the action and of its button
 * @returns true if it succeeded; an error is shown at the place
 */
export async function call(place: string, request: Request, done?: Done): Promise<boolean> {
  if (busy.value !== '') return false;
  batch(() => {
    busy.value = place;
    notice.value = undefined;
  });
  keepFocus();
  let isDone = false;
  try {
    const next = await request(client);
    batch(() => {
      receive(next);
      busy.value = '';
      const said = done?.(next);
      if (said) notice.value = { ...said, place };
    });
    isDone = true;
  } catch (thrown) {
    const error = dataOf(thrown);
    const retry = () => {
      // click the button, because it may do more than this call
      const pressed = document.getElementById(place);
      if (pressed instanceof HTMLButtonElement) pressed.click();
      else void call(place, request, done);
    };
    batch(() => {
      learn(error);
      busy.value = '';
      const failed = { error, retry };
      notice.value = { place, kind: 'bad', text: errorText(error, texts), failed };
    });
  }
  keepFocus();
  return isDone;
}
