/** The screen: sidebars, toasts and dialogs of a script. */
import { useOneHost } from '../../support/host.js';

const CODE = `
function show() { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page').setTitle('Side')); SpreadsheetApp.getActiveSpreadsheet().toast('done', 'Job', 3); }
function ask() { const ui = SpreadsheetApp.getUi(); const a = ui.alert('Sure?', 'It costs.', ui.ButtonSet.OK_CANCEL); const b = ui.alert('', 'Done.', ui.ButtonSet.OK); return [a === ui.Button.CANCEL, b === ui.Button.OK]; }
function notHtml() { SpreadsheetApp.getUi().showSidebar({}); }
function showHtml(html) { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page').setContent(html)); }
function source(html) { return HtmlService.createHtmlOutputFromFile('page').setContent(html).getContent(); }
`;

const host = useOneHost({ code: CODE, htmlFiles: { page: '<b>x</b>' }, addOnName: 'Signals' });

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

test.each([
  ['<script>a(); // b\nc();</script>', '<script>a(); \nc();</script>'],
  ['<script>a(); /* b\n */ c();</script>', '<script>a();  c();</script>'],
  ['<script>const a = "https://x";\nb();</script>', '<script>const a = "https:\nb();</script>'],
  ['<script type="text/plain">ab//cd</script>', '<script type="text/plain">ab</script>'],
  [
    '<script>a();</script><p>// b</p><script>c(); // d</script>',
    '<script>a();</script><p>// b</p><script>c(); </script>',
  ],
  ['<script>a("<svg width="1"><b2></svg >");</script>', '<script>a("");</script>'],
  [
    '<script>for (i=0;i<n;i++) if (a<b && c>d) e();</script>',
    '<script>for (i=0;i<n;i++) if (a<b && c>d) e();</script>',
  ],
  ['<p>a<!-- b\n <i>c</i> -->d</p><script>e--;</script><!---->', '<p>ad</p><script>e--;</script>'],
  ['<meta charset="utf-8" /><meta name="viewport" content="w">', '<meta name="viewport" content="w">'],
  ['<div hidden>ab//cd</div><a href="https://x">y</a>', '<div hidden>ab//cd</div><a href="https://x">y</a>'],
])(
  'a served page loses comments and tags in scripts, and comments in the markup: %j',
  async (html, served) => {
    await host.run('showHtml', [html]);
    expect(host.ui.sidebars.at(-1)?.html).toBe(served);
    expect(await host.run('source', [html])).toBe(html);
  },
);
