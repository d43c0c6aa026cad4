/** Entry of the page: one call to open, then drawing after each change. */
import { createClient, type ScriptRun } from './page/client.js';
import { startPage } from './start-page.js';

declare const google: { readonly script: { readonly run: ScriptRun } };

startPage({
  root: document.getElementById('app')!,
  client: createClient(() => google.script.run),
  language: navigator.language,
});
