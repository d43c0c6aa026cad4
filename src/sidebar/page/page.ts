/** What every section gets to draw itself: the add-on's state, what the person is typing, and the means to change both. */
import type { SidebarState } from '../../contract/sidebar-api.js';
import type { Draft } from '../draft/draft.js';
import type { SidebarTexts } from '../texts/language.js';
import type { SidebarClient } from './client.js';
import type { Format } from './format.js';

/** What came of the last call, shown in the place where it was made. */
export interface PageNotice {
  readonly place: string;
  readonly kind: 'good' | 'warning' | 'bad';
  readonly text: string;
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
  /** The place whose call is under way; empty when none is. */
  readonly busy: string;
  readonly notice: PageNotice | undefined;
  /** Changes the draft and draws. */
  edit(change: Partial<Draft>): void;
  /**
   * Calls the add-on and draws the state that it returns. While a call is under way there is no second one.
   * @returns whether it succeeded; why not is said in the place
   */
  call(
    place: string,
    request: (client: SidebarClient) => Promise<SidebarState>,
    done?: (state: SidebarState) => CallResult,
  ): Promise<boolean>;
  /** A message of the add-on in the person's language, as far as its code says enough; the code stays. */
  explain(message: string): string;
  /** Says something in a place without a call. */
  say(notice: PageNotice): void;
}
