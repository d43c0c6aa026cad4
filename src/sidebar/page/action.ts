/** Calls of the add-on: one at a time, each with what it has come to. */
import { batch } from '@preact/signals';
import type { SidebarState } from '../../contract/sidebar-api.js';
import { conditionOf } from '../draft/remedies.js';
import type { SidebarClient } from './client.js';
import { dataOf, errorText } from './error-text.js';
import { createLookUps, type LookUps, NO_LOOK_UPS } from './look-ups.js';
import { busy, condition, keepFocus, lookUps, type Notice, notice, server, texts } from './store.js';

export type Request = (client: SidebarClient) => Promise<SidebarState>;
export type Said = Omit<Notice, 'place'>;
/** Changes what a successful call changes, and returns what is said of it. */
export type Done = (state: SidebarState) => Said | undefined;

let client: SidebarClient;
/** The time at which the add-on's state came, in milliseconds since 1970. */
let receivedAt = 0;
/** The connection that the look-ups are of. */
let known = '';

export function useClient(made: SidebarClient): void {
  client = made;
}

export function openState(): Promise<SidebarState> {
  return client.sidebarState();
}

/** What the add-on's error says of the service, if it does. */
function learn(error?: unknown): void {
  condition.value = error === undefined ? 'answers' : (conditionOf(dataOf(error)) ?? condition.peek());
}

/** Takes over what a call has returned. */
export function receive(state: SidebarState): void {
  receivedAt = Date.now();
  server.value = state;
  renewLookUps(state);
  const { outcome } = state;
  if (outcome?.kind === 'preview' && outcome.preview.details) learn(outcome.preview);
  if (outcome?.kind === 'tested') learn(outcome.ok ? undefined : outcome);
}

/** A state that is younger is not asked for again. */
const FRESH_MS = 1_000;

/** Asks for the state in the background: formulas spend while the page stands still. */
export async function refreshState(): Promise<void> {
  const before = server.peek();
  if (busy.peek() !== '' || Date.now() - receivedAt < FRESH_MS) return;
  receivedAt = Date.now();
  const state = await client.sidebarState().catch(() => undefined);
  // what a call has brought meanwhile is newer
  if (!state || busy.peek() !== '' || server.peek() !== before) return;
  batch(() => receive(state));
  keepFocus();
}

/** What one service says is not shown for another, nor what one key gets to see. */
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
  // says at once whether the service answers and accepts the key
  lookUps.value.account();
}

/** Look-ups answer from what they hold: who reads them is drawn again by another object. */
function redraw(made: LookUps): void {
  lookUps.value = { ...made };
  keepFocus();
}

/**
 * @param place the id of the action, which its button has
 * @returns whether it succeeded; an error is shown at the place
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
      // the button may have more to do after its call
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
