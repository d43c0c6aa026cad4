/** Entry of the page: one call to open, then it is drawn after each change. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { appearanceOf } from '../contract/appearance.js';
import { App, type AppProps } from './app.js';
import { openState, receive, refreshState, useClient } from './page/action.js';
import { createClient, type ScriptRun } from './page/client.js';
import { builder, newBuilder } from './page/forms.js';
import { keepFocus, openView, server, speak, TRACK, texts, view } from './page/store.js';
import { readColumn } from './sections/track.js';

declare const google: { readonly script: { readonly run: ScriptRun } };

/** Its `data-section` names the section to open, its `data-appearance` how the page looks until the state says it. */
const root = document.getElementById('app')!;

function show(status: AppProps['status']): void {
  render(<App status={status} retry={() => void open()} />, root);
}

async function open(): Promise<void> {
  show('opening');
  try {
    const state = await openState();
    speak(state.userLocale);
    document.documentElement.lang = texts.language;
    builder.value = newBuilder(state.defaultGroup);
    receive(state);
    const wanted = root.dataset['section'] ?? '';
    openView(state, wanted);
    show('open');
    // who chooses this in the menu has selected the column
    if (wanted === TRACK && view.value.section === 'groups') {
      keepFocus('track-read');
      readColumn();
    }
    // a person comes back from the cells, whose formulas may have spent
    window.addEventListener('focus', () => void refreshState());
  } catch (failed) {
    show({ failed });
  }
}

useClient(createClient(() => google.script.run));
const isSystemDark = matchMedia('(prefers-color-scheme: dark)');

/** Light or dark as the person has chosen, or as the system is. */
function showAppearance(): void {
  const chosen = server.value.appearance ?? appearanceOf(root.dataset['appearance']);
  const isDark = chosen === 'dark' || (chosen === 'system' && isSystemDark.matches);
  document.documentElement.toggleAttribute('data-dark', isDark);
}

isSystemDark.addEventListener('change', showAppearance);
effect(showAppearance);
// the language until the add-on has sent the person's
speak(navigator.language);
void open();
