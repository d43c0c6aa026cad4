/** Keeps the page's state, makes the calls, and draws: every change ends in the function `draw`. */
import { appearanceOf } from '../contract/appearance.js';
import type { SidebarState } from '../contract/sidebar-api.js';
import { createDraft, type Draft } from './draft/draft.js';
import { openingFailure, pageContent } from './layout.js';
import { createAppearance } from './page/appearance.js';
import type { SidebarClient } from './page/client.js';
import { conditionOf, type ServiceCondition } from './page/condition.js';
import { el } from './page/element.js';
import { errorText, isAccountMixUp, messageOf } from './page/error-text.js';
import { createFormat } from './page/format.js';
import { createLookUps, type LookUps, NO_LOOK_UPS } from './page/look-ups.js';
import type { Page, PageNotice } from './page/page.js';
import { patch } from './page/patch.js';
import { type SidebarTexts, textsFor } from './texts/language.js';

export interface PageOptions {
  /** Its `data-section` names the section to open, its `data-appearance` how the page looks until the state says it. */
  readonly root: HTMLElement;
  readonly client: SidebarClient;
  /** The language until the add-on has sent the person's locale. */
  readonly language: string;
}

export function startPage({ root, client, language }: PageOptions): void {
  const wanted = root.dataset['section'] ?? '';
  const showAs = createAppearance(document.documentElement);
  showAs(appearanceOf(root.dataset['appearance']));
  let texts: SidebarTexts = textsFor(language);
  let state: SidebarState | undefined;
  let draft: Draft | undefined;
  let busy = '';
  let notice: PageNotice | undefined;
  let condition: ServiceCondition = 'unknown';
  let service: { readonly of: string; readonly lookUps: LookUps } = { of: '', lookUps: NO_LOOK_UPS };

  /** After an answer of the service, or an error. */
  function learn(error?: unknown): void {
    condition = error === undefined ? 'answers' : (conditionOf(error) ?? condition);
  }

  function edit(change: Partial<Draft>): void {
    if (!draft) return;
    // after a change, the question no longer belongs to the previous function
    draft = { ...draft, ...(change.question && { origin: undefined }), ...change };
    // a message about one question does not apply to the next
    if (change.question && notice?.kind === 'good') notice = undefined;
    draw();
  }

  const page = (known: SidebarState, typed: Draft): Page => ({
    texts,
    format: createFormat(known.userLocale, known.timeZone),
    state: known,
    draft: typed,
    busy,
    notice,
    service: service.lookUps,
    condition,
    edit,
    explain: (message) => errorText(message, texts),
    say(said) {
      notice = said;
      draw();
    },
    async call(place, request, done) {
      if (busy !== '') return false;
      busy = place;
      notice = undefined;
      draw();
      try {
        const next = await request(client);
        state = next;
        busy = '';
        renewLookUps(next);
        const { outcome } = next;
        if (outcome?.kind === 'preview' && outcome.preview.problem) learn(outcome.preview.problem);
        if (outcome?.kind === 'tested') learn(outcome.ok ? undefined : outcome.message);
        const result = done?.(next) ?? {};
        if (result.notice) notice = { ...result.notice, place };
        if (result.draft && draft) draft = { ...draft, ...result.draft };
        return true;
      } catch (error) {
        learn(error);
        const retry = () => {
          // the button may have more to do after its call
          const pressed = document.getElementById(place);
          if (pressed instanceof HTMLButtonElement) pressed.click();
          else if (state && draft) void page(state, draft).call(place, request, done);
        };
        const failed = { message: messageOf(error), retry };
        notice = { place, kind: 'bad', text: errorText(error, texts), failed };
        return false;
      } finally {
        busy = '';
        draw();
      }
    },
  });

  /** What one service says is not shown for another, nor what one key gets to see. */
  function renewLookUps({ hasKey, baseUrl, keyEnding, sharing }: SidebarState): void {
    const of = hasKey || sharing ? JSON.stringify([baseUrl, keyEnding, sharing]) : '';
    if (of === service.of) return;
    const lookUps: LookUps = createLookUps({
      ask: (kind, text) => client.lookUp(kind, text),
      onFound: () => service.lookUps === lookUps && draw(),
      onAnswer: (error) => service.lookUps === lookUps && learn(error),
      now: () => Date.now(),
      later(action, ms) {
        const timer = setTimeout(action, ms);
        return () => clearTimeout(timer);
      },
    });
    service = { of, lookUps: of === '' ? NO_LOOK_UPS : lookUps };
    condition = 'unknown';
    // says at once whether the service answers and accepts the key
    service.lookUps.account();
  }

  function draw(): void {
    if (!state || !draft) return;
    renewLookUps(state);
    showAs(state.appearance);
    const fresh = el('main', {
      id: root.id,
      lang: texts.language,
      'aria-busy': busy !== '' ? 'true' : undefined,
    });
    fresh.append(...pageContent(page(state, draft)));
    const before = document.activeElement?.id ?? '';
    patch(root, fresh);
    const { focus } = draft;
    if (focus !== '') draft = { ...draft, focus: '' };
    restoreFocus(focus || before);
  }

  /** If the focused element no longer exists, the section gets the focus. */
  function restoreFocus(wanted: string): void {
    if (wanted === '' || document.activeElement?.id === wanted) return;
    const target = document.getElementById(wanted) ?? document.getElementById('section');
    target?.focus({ preventScroll: target.id === 'section' });
  }

  async function open(): Promise<void> {
    const opening = el('main', { id: root.id, lang: texts.language });
    opening.append(el('p', { class: 'opening', role: 'status' }, texts.loading));
    patch(root, opening);
    try {
      state = await client.sidebarState();
      texts = textsFor(state.userLocale);
      draft = createDraft(state, wanted);
      document.documentElement.lang = texts.language;
      draw();
    } catch (error) {
      const failed = el('main', { id: root.id, lang: texts.language });
      const text = errorText(error, texts);
      failed.append(openingFailure({ texts, text, mixUp: isAccountMixUp(error), retry: () => void open() }));
      patch(root, failed);
    }
  }

  void open();
}
