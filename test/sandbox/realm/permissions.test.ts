/** What a script may do by authorization mode, scopes and role. */
import type { AuthMode, Mode } from '../../../src/sandbox/bridge/modes.js';
import { useHosts, useOneHost } from '../../support/host.js';

const CODE = `
const actions = {
  menu: () => SpreadsheetApp.getUi().createAddonMenu().addItem('Open', 'open').addToUi(),
  log: () => console.log('x'),
  uuid: () => Utilities.getUuid(),
  spreadsheet: () => SpreadsheetApp.getActiveSpreadsheet().getId(),
  properties: () => PropertiesService.getDocumentProperties().getProperties(),
  cache: () => CacheService.getDocumentCache().getAll(['x']),
  lock: () => { const lock = LockService.getDocumentLock(); lock.tryLock(0); lock.releaseLock(); },
  fetch: () => UrlFetchApp.fetch('http://127.0.0.1:1/'),
  setValue: () => SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1),
  insertSheet: () => SpreadsheetApp.getActiveSpreadsheet().insertSheet(Utilities.getUuid()),
  toast: () => SpreadsheetApp.getActiveSpreadsheet().toast('x'),
  sidebar: () => SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page')),
  alert: () => { const ui = SpreadsheetApp.getUi(); ui.alert('x', 'y', ui.ButtonSet.OK); },
  trigger: () => ScriptApp.getProjectTriggers(),
  openById: () => SpreadsheetApp.openById('x'),
};
function attempt(name) { try { actions[name](); return 'allowed'; } catch (e) { return e.message.startsWith('Address unavailable') ? 'allowed' : e.message; } }
function attemptAll() { return Object.fromEntries(Object.keys(actions).map((name) => [name, attempt(name)])); }
function email() { return Session.getEffectiveUser().getEmail(); }
function onOpen(e) { return e.authMode; }
function canEdit() { return SpreadsheetApp.getActiveSheet().getRange('A1').canEdit(); }
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE, htmlFiles: { page: 'x' } });

const UNRESTRICTED = 'log uuid spreadsheet properties cache lock';

test.each<[what: string, Mode, AuthMode | undefined, allowed: string]>([
  ['in mode NONE only menu, log and utilities work', 'simple-trigger', 'NONE', 'menu log uuid'],
  [
    'a simple trigger can use the document but neither servers nor dialogs',
    'simple-trigger',
    undefined,
    `menu ${UNRESTRICTED} setValue insertSheet toast`,
  ],
  [
    'a custom function can read the spreadsheet and call servers but change nothing',
    'custom-function',
    undefined,
    `${UNRESTRICTED} fetch`,
  ],
  [
    'from the menu everything works except opening other files',
    'menu',
    undefined,
    `menu ${UNRESTRICTED} fetch setValue insertSheet toast sidebar alert trigger`,
  ],
  [
    'a trigger has no screen',
    'trigger',
    undefined,
    `${UNRESTRICTED} fetch setValue insertSheet toast trigger`,
  ],
])('%s', async (_what, mode, authMode, allowed) => {
  const results = (await host.run('attemptAll', [], { mode, ...(authMode && { authMode }) })) as object;
  const isAllowed = Object.entries(results).filter(([, said]) => said === 'allowed');
  expect(isAllowed.map(([name]) => name).join(' ')).toBe(allowed);
});

test('the message names what is missing', async () => {
  expect(await host.run('attempt', ['setValue'], { mode: 'custom-function' })).toBe(
    'You do not have permission to call setValue',
  );
  expect(await host.run('attempt', ['alert'], { mode: 'trigger' })).toBe(
    'Cannot call SpreadsheetApp.getUi() from this context.',
  );
});

test('a service without its scope in the manifest is refused', async () => {
  const prefix = 'https://www.googleapis.com/auth/';
  const narrow = await startHost({
    code: CODE,
    htmlFiles: { page: 'x' },
    manifest: { oauthScopes: [`${prefix}script.container.ui`] },
  });
  expect(await narrow.run('attempt', ['sidebar'])).toBe('allowed');
  expect(await narrow.run('attempt', ['fetch'])).toBe(
    `You do not have permission to call UrlFetchApp.fetch. Required permissions: ${prefix}script.external_request`,
  );
  await expect(narrow.run('email')).rejects.toThrow(`${prefix}userinfo.email`);
  expect(await narrow.run('attempt', ['fetch'], { mode: 'custom-function' })).toBe('allowed');
});

test('a viewer can read but not write', async () => {
  expect(await host.run('canEdit', [], { as: 'editor' })).toBe(true);
  expect(await host.run('canEdit', [], { as: 'viewer' })).toBe(false);
  expect(await host.run('attempt', ['setValue'], { as: 'viewer' })).toContain('permission');
});

test('the sidebar transfers only JSON and cannot call private functions', async () => {
  const fromSidebar = { mode: 'sidebar' } as const;
  await expect(host.run('attempt', [new Date()], fromSidebar)).rejects.toThrow(
    'illegal value in property: 0',
  );
  // no reference says how Google transfers NaN and the infinities
  for (const value of [() => 1, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(host.run('attempt', [{ a: [value] }], fromSidebar)).rejects.toThrow('property: 0.a.0');
  await expect(host.run('attempt_', [], fromSidebar)).rejects.toThrow('Script function not found');
});

test('a scope that the person withholds is missing even if the manifest has it', async () => {
  const scope = 'https://www.googleapis.com/auth/script.external_request';
  const code = `${CODE}
function status() { return ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationStatus(); }
function demand(scope) { ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]); }`;
  const manifest = { oauthScopes: [scope, 'https://www.googleapis.com/auth/script.container.ui'] };
  const other = await startHost({ code, manifest });
  expect([await other.run('status'), await other.run('attempt', ['fetch'])]).toEqual([
    'NOT_REQUIRED',
    'allowed',
  ]);
  other.switches.withheldScopes = [scope];
  expect(await other.run('status')).toBe('REQUIRED');
  expect(await other.run('attempt', ['fetch'])).toContain(`Required permissions: ${scope}`);
  await expect(other.run('demand', [scope])).rejects.toThrow('Authorization is required');
});
