/** Entry of the page: loads the state with one call, then renders after each change. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { appearanceOf } from '../contract/appearance.js';
import { App, pageStatus } from './app.js';
import { isConnected, isUsable, SECTIONS } from './draft/sections.js';
import { receive, refreshState } from './page/action.js';
import { client } from './page/client.js';
import { builder, newBuilder } from './page/forms.js';
import { change, keepFocus, server, setLanguage, texts, view } from './page/store.js';
import { readColumn } from './sections/track.js';

/** `data-section` is the section to open, `data-appearance` the appearance until the state arrives. */
const root = document.getElementById('app')!;

/** The menu's name for tracking companies, which is a part of the section with the groups. */
const TRACK = 'track';

async function open(): Promise<void> {
  pageStatus.value = 'opening';
  const askedAt = Date.now();
  try {
    const state = await client.sidebarState();
    setLanguage(state.userLocale);
    document.documentElement.lang = texts.language;
    builder.value = newBuilder(state.defaultGroup);
    receive(state, askedAt);
    // the section that the person opened in the menu
    const wanted = root.dataset['section'];
    const chosen = SECTIONS.find((name) => name === (wanted === TRACK ? 'groups' : wanted));
    const section = chosen && isUsable(chosen, state) ? chosen : isConnected(state) ? 'build' : 'connect';
    // the builder's menu entry opens the builder, never Start
    const starting = chosen !== 'build' && state.jobs.length === 0 && state.activity.calls.length === 0;
    change(view, { section, starting }, isConnected(state) ? '' : 'connect-address');
    pageStatus.value = 'open';
    // the person has selected the column before choosing this in the menu
    if (wanted === TRACK && section === 'groups') {
      keepFocus('track-read');
      readColumn();
    }
    // formulas may have spent credits before the person returns, and groups may be new
    window.addEventListener('focus', () => void refreshState());
  } catch (failed) {
    pageStatus.value = { failed };
  }
}

const isSystemDark = matchMedia('(prefers-color-scheme: dark)');

/** Applies light or dark, as the person chose, or as the system is set. */
function showAppearance(): void {
  const chosen = server.value.appearance ?? appearanceOf(root.dataset['appearance']);
  const isDark = chosen === 'dark' || (chosen === 'system' && isSystemDark.matches);
  document.documentElement.toggleAttribute('data-dark', isDark);
}

isSystemDark.addEventListener('change', showAppearance);
effect(showAppearance);
// the browser's language, until the add-on sends the person's
setLanguage(navigator.language);
render(<App retry={() => void open()} />, root);
void open();
