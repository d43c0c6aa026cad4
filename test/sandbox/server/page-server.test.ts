/** The sandbox's web server: its web app, what it serves, and what it lets through. */
import path from 'node:path';
import { readPageMessage } from '../../../src/sandbox/server/page-message.js';
import { type PageServer, startPageServer } from '../../../src/sandbox/server/page-server.js';
import { useOneHost } from '../../support/host.js';
import { openPageSocket } from '../../support/page-socket.js';

const CODE = `
function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addItem('Write', 'write').addToUi(); }
function write() { SpreadsheetApp.getActiveSheet().getActiveCell; SpreadsheetApp.getCurrentCell().setValue('by menu'); return 'written'; }
function confirm() { return SpreadsheetApp.getUi().alert('Sure?'); }
function doPost(e) { return ContentService.createTextOutput([e.parameter.secret, e.postData.contents, e.postData.type].join('|')); }
function doGet() { throw new Error('not here'); }
`.replace('SpreadsheetApp.getActiveSheet().getActiveCell; ', '');

const host = useOneHost({ code: CODE, addOnName: 'Test' });
let server: PageServer;

beforeAll(async () => {
  server = await startPageServer({
    host: Promise.resolve(host),
    isBuilt: Promise.resolve(),
    address: '127.0.0.1',
    port: 0,
    folder: path.resolve(__dirname, '../../../out/sandbox/page'),
    greeting: () => ({ type: 'forget' }),
    reopen: () => undefined,
    advance: async () => undefined,
    setFault: () => undefined,
    runTrigger: async () => undefined,
  });
});
afterAll(() => server.close());

const get = async (name: string): Promise<{ status: number; type: string | null }> => {
  const response = await fetch(new URL(name, server.url));
  await response.text();
  return { status: response.status, type: response.headers.get('content-type') };
};

test('serves the page and nothing beside it', async () => {
  expect(await get('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  expect(await get('/main.js')).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' });
  expect((await get('/..%2fhost.cjs')).status).toBe(404);
  expect((await get('/%2e%2e/main.mjs')).status).toBe(404);
  expect((await get('/package.json')).status).toBe(404);
});

test('POST /exec runs doPost with the query and the body', async () => {
  const response = await fetch(new URL('/exec?secret=s', server.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"news":[]}',
  });
  expect([response.status, await response.text()]).toEqual([200, 's|{"news":[]}|application/json']);
});

test('like Google, the web app answers 200 with the error in words', async () => {
  const response = await fetch(new URL('/exec', server.url));
  expect([response.status, await response.text()]).toEqual([200, 'Error: not here (line 6).']);
});

test('a page gets the workbook, then its menu, and runs functions at its own cell', async () => {
  const page = await openPageSocket(server.url);
  page.send({ type: 'become', role: 'owner' });
  const { snapshot, user } = await page.next('start');
  expect([snapshot.sheetOrder.length, user.role]).toEqual([1, 'owner']);
  await page.next('menus');
  expect((await page.next('menus')).menus[0]).toEqual({
    caption: 'Test',
    items: [{ caption: 'Write', functionName: 'write' }],
  });
  const area = { sheetId: snapshot.sheetOrder[0] ?? '', row: 3, column: 2, numRows: 1, numColumns: 1 };
  page.send({ type: 'selection', area });
  page.send({ type: 'run', id: 1, mode: 'menu', functionName: 'write', args: [] });
  expect(await page.next('ran')).toEqual({ type: 'ran', id: 1, value: 'written' });
  expect(host.workbook.read('B3')[0]?.[0]?.value).toBe('by menu');
  page.close();
});

test('a dialog of a page that goes away is answered with CLOSE', async () => {
  const page = await openPageSocket(server.url);
  page.send({ type: 'become', role: 'editor' });
  await page.next('start');
  host.executions.clearRecords();
  page.send({ type: 'run', id: 1, mode: 'menu', functionName: 'confirm', args: [] });
  await page.next('ask');
  page.close();
  const ended = () => host.executions.records().find(({ functionName }) => functionName === 'confirm');
  while (!ended()) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(ended()?.error).toBeUndefined();
});

test.each([
  'nonsense',
  '[]',
  '{"type":"become","role":"admin"}',
  '{"type":"run","id":1,"mode":"trigger","functionName":"x","args":[]}',
  '{"type":"mutation","mutation":{"id":"sheet.command.set-range-values","params":{}}}',
  '{"type":"selection","area":{"sheetId":"s","row":0,"column":1,"numRows":1,"numColumns":1}}',
  '{"type":"advance","ms":1e99}',
])('the message %s is not accepted', (text) => {
  expect(readPageMessage(text)).toBeUndefined();
});
