/** What every section gets: the add-on's state, the draft, and functions to change both. */
import type { SidebarState } from '../../contract/sidebar-api.js';
import type { Draft } from '../draft/draft.js';
import type { SidebarTexts } from '../texts/language.js';
import type { SidebarClient } from './client.js';
import type { ServiceCondition } from './condition.js';
import type { Format } from './format.js';
import type { LookUps } from './look-ups.js';

/** The result of the last call, shown at its place. */
export interface PageNotice {
  readonly place: string;
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
  /** Of an error: the message as it was thrown, and the same call again. */
  readonly failed?: { readonly message: string; readonly retry?: () => void };
}

/** What a successful call changes, and what is said of it. */
export interface CallResult {
  readonly draft?: Partial<Draft>;
  readonly notice?: Omit<PageNotice, 'place'>;
}

export interface Page {
  readonly texts: SidebarTexts;
  readonly format: Format;
  readonly state: SidebarState;
  readonly draft: Draft;
  /** The place of the running call; empty for none. */
  readonly busy: string;
  readonly notice: PageNotice | undefined;
  readonly service: LookUps;
  readonly condition: ServiceCondition;
  /** Changes the draft and draws the page. */
  edit(change: Partial<Draft>): void;
  /**
   * Calls the add-on and draws the returned state. There is only one call at a time.
   * @returns whether it succeeded; an error is shown at the place
   */
  call(
    place: string,
    request: (client: SidebarClient) => Promise<SidebarState>,
    done?: (state: SidebarState) => CallResult,
  ): Promise<boolean>;
  /** A message of the add-on in the person's language if its code says enough, without the code. */
  explain(message: string): string;
  /** Shows a message at a place without a call. */
  say(notice: PageNotice): void;
}
