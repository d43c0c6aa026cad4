/** Utilities, HtmlService, ContentService and the screen, as scripts see them. */
import { createHash, createHmac } from 'node:crypto';
import { useOneHost } from '../../support/host.js';

const CODE = `
function digest(text, charset) { return Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset[charset]); }
function hmac(value, key) { return Utilities.computeHmacSha256Signature(value, key); }
function call(name, args) { return Utilities[name](...args); }
function base64(text) { return [Utilities.base64Encode(text), Utilities.newBlob(Utilities.base64Decode(Utilities.base64Encode(text))).getDataAsString()]; }
function zip(text) { const z = Utilities.gzip(Utilities.newBlob(text)); return [z.getBytes().slice(0, 2), Utilities.ungzip(Utilities.newBlob(z.getBytes(), 'application/x-gzip')).getDataAsString()]; }
function unzipNonsense() { Utilities.ungzip(Utilities.newBlob('nonsense')); }
function html() { const o = HtmlService.createHtmlOutputFromFile('sidebar').setTitle('T'); return [o.getContent(), o.getTitle()]; }
function show() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('<b>x</b>').setTitle('Side')); SpreadsheetApp.getActiveSpreadsheet().toast('done', 'Job', 3); }
function ask() { const ui = SpreadsheetApp.getUi(); const a = ui.alert('Sure?', 'It costs.', ui.ButtonSet.YES_NO); const b = ui.alert('Done.'); return [a === ui.Button.YES, b === ui.Button.OK]; }
function menu() { SpreadsheetApp.getUi().createAddonMenu().addItem('One', 'one').addSeparator().addItem('Two', 'two').addToUi(); }
function doPost(e) { return ContentService.createTextOutput(JSON.stringify(e.parameter)).setMimeType(ContentService.MimeType.JSON); }
function notHtml() { SpreadsheetApp.getUi().showSidebar({}); }
function mail() { GmailApp.sendEmail('a@b.example', 's', 't'); }
`;

const host = useOneHost({ code: CODE, htmlFiles: { sidebar: '<p>hello</p>' }, addOnName: 'Signals' });

const signed = (bytes: Buffer) => [...new Int8Array(bytes)];

test('digests of texts and signatures of bytes are signed bytes', async () => {
  const digest = signed(createHash('sha256').update('abc é😀').digest());
  expect(await host.run('digest', ['abc é😀', 'UTF_8'])).toEqual(digest);
  const signature = signed(createHmac('sha256', 'key').update('abc').digest());
  const [abc, key] = ['abc', 'key'].map((text) => [...Buffer.from(text)]);
  expect(await host.run('hmac', [abc, key])).toEqual(signature);
});

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

test('base64 there and back', async () => {
  expect(await host.run('base64', ['é€😀'])).toEqual([Buffer.from('é€😀').toString('base64'), 'é€😀']);
});

test('gzip there and back; nonsense is refused', async () => {
  expect(await host.run('zip', ['text é'])).toEqual([[31, -117], 'text é']);
  await expect(host.run('unzipNonsense')).rejects.toThrow('Could not decompress gzip.');
});

test('HTML files come by name', async () => {
  expect(await host.run('html')).toEqual(['<p>hello</p>', 'T']);
});

test('sidebar and toast reach the screen', async () => {
  await host.run('show');
  expect(host.ui.sidebars.at(-1)).toMatchObject({ title: 'Side', html: '<b>x</b>' });
  expect(host.ui.toasts.at(-1)).toEqual({ title: 'Job', message: 'done' });
  await expect(host.run('notHtml')).rejects.toThrow("don't match the method signature for Ui.showSidebar");
});

test('the script waits for the answer to a dialog', async () => {
  host.ui.answer = async ({ buttons }) => ({ button: buttons[0] ?? '', text: '' });
  expect(await host.run('ask')).toEqual([true, true]);
  expect(host.ui.questions).toEqual([
    { kind: 'alert', title: 'Sure?', message: 'It costs.', buttons: ['YES', 'NO'] },
    { kind: 'alert', title: '', message: 'Done.', buttons: ['OK'] },
  ]);
});

test('a menu has items and separators in it', async () => {
  await host.run('menu', [], { mode: 'simple-trigger', authMode: 'NONE' });
  expect(host.ui.menus.at(-1)).toEqual({
    caption: 'Signals',
    items: [{ caption: 'One', functionName: 'one' }, 'separator', { caption: 'Two', functionName: 'two' }],
  });
});

test('a web app answers with text of a type', async () => {
  expect(await host.run('doPost', [{ parameter: { a: '1' } }], { mode: 'web-app' })).toEqual({
    content: '{"a":"1"}',
    mimeType: 'application/json',
  });
});

test('a service that is not emulated says so', async () => {
  await expect(host.run('mail')).rejects.toThrow('GmailApp.sendEmail is not emulated');
});
