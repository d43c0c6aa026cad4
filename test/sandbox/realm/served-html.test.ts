/** Pages lose what looks like a comment in their script elements, and nothing else. */
import { useHosts } from '../../support/host.js';

const CODE = `
function show(html) { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(html)); }
function showDialog(html) { SpreadsheetApp.getUi().showModalDialog(HtmlService.createHtmlOutput(html), 'Title'); }
function source(html) { return HtmlService.createHtmlOutput(html).getContent(); }
`;

const startHost = useHosts();

test.each([
  ['<script>a(); // b\nc();</script>', '<script>a(); \nc();</script>'],
  ['<script>a(); /* b\n */ c();</script>', '<script>a();  c();</script>'],
  ['<script>const a = "https://x";\nb();</script>', '<script>const a = "https:\nb();</script>'],
  ['<script type="text/plain">ab//cd</script>', '<script type="text/plain">ab</script>'],
  [
    '<script>a();</script><p>// b</p><script>c(); // d</script>',
    '<script>a();</script><p>// b</p><script>c(); </script>',
  ],
  ['<div hidden>ab//cd</div><a href="https://x">y</a>', '<div hidden>ab//cd</div><a href="https://x">y</a>'],
])('%j', async (html, served) => {
  const host = await startHost({ code: CODE });
  await host.run('show', [html]);
  await host.run('showDialog', [html]);
  expect([host.ui.sidebars[0]?.html, host.ui.dialogs[0]?.html]).toEqual([served, served]);
  expect(await host.run('source', [html])).toBe(html);
});

test('each page has the content policy of the switch, from the next execution on', async () => {
  const host = await startHost({ code: CODE });
  await host.run('show', ['<p>']);
  await host.run('showDialog', ['<p>']);
  expect(host.ui.dialogs[0]?.contentPolicy).toBe(host.ui.sidebars[0]?.contentPolicy);
  expect(host.ui.sidebars[0]?.contentPolicy).toMatch(/^default-src 'none';/);
  host.switches.contentPolicy = 'https';
  await host.run('show', ['<p>']);
  await host.run('showDialog', ['<p>']);
  expect(host.ui.sidebars[1]?.contentPolicy).toMatch(/^default-src https:/);
  expect(host.ui.dialogs[1]?.contentPolicy).toBe(host.ui.sidebars[1]?.contentPolicy);
});
