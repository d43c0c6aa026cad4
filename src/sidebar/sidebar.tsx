/** Entry of the page: loads the state with one call, then renders after each change. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { appearanceOf } from '../contract/appearance.js';
import { App, type AppProps } from './app.js';
import { receive, refreshState } from './page/action.js';
import { client } from './page/client.js';
import { builder, newBuilder } from './page/forms.js';
import { keepFocus, openView, server, setLanguage, TRACK, texts, view } from './page/store.js';
import { readColumn } from './sections/track.js';

/** `data-section` is the section to open, `data-appearance` the appearance until the state arrives. */
const root = document.getElementById('app')!;

function show(status: AppProps['status']): void {
  render(<App status={status} retry={() => void open()} />, root);
}

async function open(): Promise<void> {
  show('opening');
  const askedAt = Date.now();
  try {
    const state = await client.sidebarState();
    setLanguage(state.userLocale);
    document.documentElement.lang = texts.language;
    builder.value = newBuilder(state.defaultGroup);
    receive(state, askedAt);
    const wanted = root.dataset['section'] ?? '';
    openView(state, wanted);
    show('open');
    // the person has selected the column before choosing this in the menu
    if (wanted === TRACK && view.value.section === 'groups') {
      keepFocus('track-read');
      readColumn();
    }
    // formulas may have spent credits before the person returns, and groups may be new
    window.addEventListener('focus', () => void refreshState());
  } catch (failed) {
    show({ failed });
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
void open();
