/** Utilities, ContentService and the screen, through a script. conformance/ has further rules. */
import { useOneHost } from '../../support/host.js';

const CODE = `
function call(name, args) { return Utilities[name](...args); }
function show() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page').setTitle('Side')); SpreadsheetApp.getActiveSpreadsheet().toast('done', 'Job', 3); }
function ask() { const ui = SpreadsheetApp.getUi(); const a = ui.alert('Sure?', 'It costs.', ui.ButtonSet.OK_CANCEL); const b = ui.alert('', 'Done.', ui.ButtonSet.OK); return [a === ui.Button.CANCEL, b === ui.Button.OK]; }
function doPost(e) { return ContentService.createTextOutput(JSON.stringify(e.parameter)).setMimeType(ContentService.MimeType.JSON); }
function notHtml() { SpreadsheetApp.getUi().showSidebar({}); }
`;

const host = useOneHost({ code: CODE, htmlFiles: { page: '<b>x</b>' }, addOnName: 'Signals' });

test.each([
  ['computeDigest', ['SHA_256']],
  ['computeDigest', ['SHA_3', 'abc', 'UTF-8']],
  ['computeDigest', ['SHA_256', 'abc', 'UTF-16']],
  ['computeDigest', ['SHA_256', [97], 'UTF-8']],
  ['computeHmacSha256Signature', ['abc', [107]]],
  ['computeHmacSha256Signature', [[97], [107], 'UTF-8']],
])('%s of %j is not emulated', async (name, args) => {
  await expect(host.run('call', [name, args])).rejects.toThrow('is only emulated for');
});

test('sidebar and toast reach the screen', async () => {
  await host.run('show');
  expect(host.ui.sidebars.at(-1)).toMatchObject({ title: 'Side', html: '<b>x</b>' });
  expect(host.ui.toasts.at(-1)).toEqual({ title: 'Job', message: 'done' });
  await expect(host.run('notHtml')).rejects.toThrow("don't match the method signature for Ui.showSidebar");
});

test('the script waits for the answer to a dialog', async () => {
  host.ui.answer = async ({ buttons }) => buttons.at(-1) ?? '';
  expect(await host.run('ask')).toEqual([true, true]);
  expect(host.ui.questions).toEqual([
    { title: 'Sure?', message: 'It costs.', buttons: ['OK', 'CANCEL'] },
    { title: '', message: 'Done.', buttons: ['OK'] },
  ]);
});

test('a web app answers with a text of its type', async () => {
  expect(await host.run('doPost', [{ parameter: { a: '1' } }], { mode: 'web-app' })).toEqual({
    content: '{"a":"1"}',
    mimeType: 'application/json',
  });
});
