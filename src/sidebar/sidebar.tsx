/** Entry of the page: one call to open, then it is drawn after each change. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { appearanceOf } from '../contract/appearance.js';
import { App, type AppProps } from './app.js';
import { openState, receive, refreshState, useClient } from './page/action.js';
import { createAppearance } from './page/appearance.js';
import { createClient, type ScriptRun } from './page/client.js';
import { builder, newBuilder } from './page/forms.js';
import { keepFocus, openView, server, TRACK, texts, view } from './page/store.js';
import { readColumn } from './sections/track.js';
import { textsFor } from './texts/language.js';

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
    texts.value = textsFor(state.userLocale);
    document.documentElement.lang = texts.value.language;
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
const showAs = createAppearance(document.documentElement);
effect(() => showAs(server.value.appearance ?? appearanceOf(root.dataset['appearance'])));
// the language until the add-on has sent the person's
texts.value = textsFor(navigator.language);
void open();
