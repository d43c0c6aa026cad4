/** Served pages lose comments and tags in scripts, and comments and the character set in the markup. */
import { useHost } from '../../support/host.js';

const CODE = `
function show(html) { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('page').setContent(html)); }
function source(html) { return HtmlService.createHtmlOutputFromFile('page').setContent(html).getContent(); }
`;

const host = useHost({ code: CODE, htmlFiles: { page: '' } });

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
])('%j', async (html, served) => {
  await host.run('show', [html]);
  expect(host.ui.sidebars[0]?.html).toBe(served);
  expect(await host.run('source', [html])).toBe(html);
});
