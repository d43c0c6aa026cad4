/** The sandbox's web server: the page, its WebSocket, and the script's web app. */
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { WebSocket } from 'ws';
import { PageServer, type PageServerOptions } from '../../../src/sandbox/server/page-server.js';
import { readPageMessage } from '../../../src/sandbox/server/protocol.js';
import { eventually } from '../../support/eventually.js';
import { createGate } from '../../support/gate.js';
import { type OpenSpreadsheets, type PlainHost, useSpreadsheets } from '../../support/host.js';
import { openPageSocket } from '../../support/page-socket.js';

const CODE = `

const sure = (text) => { const ui = SpreadsheetApp.getUi(); return ui.alert('', text, ui.ButtonSet.OK); };
function confirm() { return sure('Sure?'); }

function confirmTwice() { return [sure('Sure?'), sure('Really?')]; }
function doPost(e) { if (!e.postData.contents) throw new Error('not here'); return ContentService.createTextOutput([e.parameter.secret, e.postData.contents].join('|')); }
`;

const open = useSpreadsheets();
let spreadsheets: OpenSpreadsheets;
let host: PlainHost;
let server: PageServer;

beforeEach(async () => {
  spreadsheets = open({ code: CODE });
  host = spreadsheets.find()!;
  server = await serve();
});
afterEach(() => server.close());

/** Starts a server of the spreadsheets. */
function serve(options: Partial<PageServerOptions> = {}): Promise<PageServer> {
  const all: PageServerOptions = {
    spreadsheets: Promise.resolve(spreadsheets),
    isBuilt: Promise.resolve(),
    address: '127.0.0.1',
    port: 0,
    folder: path.resolve(__dirname, '../../../out/sandbox/page'),
    greeting: () => ({ type: 'toast', title: '', message: 'hello', seconds: 1 }),
    advance: () => Promise.reject(new Error('the clock stands still')),
    setFault: () => undefined,
  };
  return new PageServer(Object.defineProperties(all, Object.getOwnPropertyDescriptors(options))).listen();
}

const get = async (name: string): Promise<{ status: number; type: string | null }> => {
  const response = await fetch(new URL(name, server.url));
  await response.text();
  return { status: response.status, type: response.headers.get('content-type') };
};

/** Opens a page of the spreadsheet as one of the people. */
async function openPage(role: 'owner' | 'editor' = 'owner') {
  const page = await openPageSocket(server.url);
  page.send({ type: 'become', role });
  return { page, start: await page.next('start') };
}

test('serves the page’s files and nothing outside their folder', async () => {
  expect(await get('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  expect(await get('/main.js')).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' });
  expect((await get('/..%2fhost.cjs')).status).toBe(404);
  expect((await get('/%2e%2e/main.mjs')).status).toBe(404);
  expect((await get('/package.json')).status).toBe(404);
});

test('the web app belongs to the first spreadsheet', async () => {
  const { page } = await openPage();
  page.send({ type: 'file', action: 'create' });
  await page.next('go');
  const post = await fetch(new URL('/exec', server.url), { method: 'POST', body: 'news' });
  expect(post.status).toBe(200);
});

test('a page with an unknown address is told that its spreadsheet does not exist', async () => {
  const page = await openPageSocket(server.url, { spreadsheetId: 'unknown' });
  await page.next('missing');
  page.close();
});

test('a move of a tab that is no longer in its place changes nothing, and the page loads the workbook again', async () => {
  const { page, start } = await openPage();
  const [sheetId = ''] = start.snapshot.sheetOrder;
  for (const move of [
    { subUnitId: sheetId, fromOrder: 1, toOrder: 0 },
    { subUnitId: 'gone', fromOrder: 0, toOrder: 0 },
  ]) {
    const params = { unitId: start.unitId, ...move };
    page.send({ type: 'mutation', mutation: { id: 'sheet.mutation.set-worksheet-order', params } });
    await page.next('reload');
  }
  expect(host.workbook.snapshot().sheetOrder).toEqual([sheetId]);
  page.close();
});

test('a paste of more than 32 MB reaches the workbook', async () => {
  const { page, start } = await openPage();
  const text = 'x'.repeat(33 * 1024 * 1024);
  const [subUnitId = ''] = start.snapshot.sheetOrder;
  const params = { unitId: start.unitId, subUnitId, cellValue: { 0: { 0: { v: text } } } };
  page.send({ type: 'mutation', mutation: { id: 'sheet.mutation.set-range-values', params } });
  await eventually(() => String(host.workbook.read('A1')[0]?.[0]?.value).length === text.length);
  page.close();
});

test('a page moves and removes the range of a table', async () => {
  const { page, start } = await openPage();
  const params = { unitId: start.unitId, id: '1', name: 'DEALS.TABLE', formulaOrRefString: 'Sheet1!A2:B9' };
  page.send({ type: 'mutation', mutation: { id: 'formula.mutation.set-defined-name', params } });
  const name = () => host.workbook.facade.getDefinedName('DEALS.TABLE');
  await eventually(() => name()?.getFormulaOrRefString() === 'Sheet1!A2:B9');
  page.send({ type: 'mutation', mutation: { id: 'formula.mutation.remove-defined-name', params } });
  await eventually(() => name() === null);
  page.close();
});

test('a page cannot send what only the engine calculates', async () => {
  const page = await openPageSocket(server.url);
  page.send({ type: 'mutation', mutation: { id: 'formula.mutation.set-super-table', params: {} } });
  expect(await page.closed()).toBeGreaterThan(1000);
  expect((await get('/')).status).toBe(200);
});

test('a page whose message fails is disconnected, and the host continues', async () => {
  const page = await openPageSocket(server.url);
  page.send({ type: 'advance', ms: 1 });
  expect(await page.closed()).toBe(1011);
  expect((await get('/')).status).toBe(200);
});

test('the server closes while a page waits for the spreadsheets', async () => {
  const asked = createGate();
  const early = await serve({
    get spreadsheets() {
      asked.open();
      return new Promise<OpenSpreadsheets>(() => undefined);
    },
  });
  const page = new WebSocket(new URL('socket', early.url.replace(/^http/, 'ws')), {
    origin: new URL(early.url).origin,
  });
  const closed = new Promise((resolve) => page.on('error', () => undefined).on('close', resolve));
  await asked.opened;
  await early.close();
  await closed;
});

test('at all addresses of the machine, the page has an address that the server accepts', async () => {
  const everywhere = await serve({ address: '0.0.0.0' });
  try {
    expect(new URL(everywhere.url).hostname).toBe('127.0.0.1');
    expect((await fetch(everywhere.url)).status).toBe(200);
  } finally {
    await everywhere.close();
  }
});

test('an upgrade request with a bad address, or one that disconnects at once, harms no other page', async () => {
  const { hostname, port } = new URL(server.url);
  for (const target of ['//', '/socket', '*', '//evil.example']) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    const headers = [
      'Host: evil.example',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Origin: https://evil.example',
    ];
    socket.write(`GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    if (target === '/socket') socket.resetAndDestroy();
    else await once(socket, 'close');
  }
  expect((await get('/')).status).toBe(200);
});

test.each(['confirm', 'confirmTwice'])('dialogs of a closed page get CLOSE: %s', async (functionName) => {
  const { page } = await openPage('editor');
  host.executions.records.splice(0);
  page.send({ type: 'run', id: 1, mode: 'menu', functionName, args: [] });
  await page.next('ask');
  page.close();
  const ended = () => host.executions.records.find((record) => record.functionName === functionName);
  expect((await eventually(ended))?.error).toBeUndefined();
});

test.each([
  'nonsense',
  '[]',
  '{"type":"become","role":"admin"}',
  '{"type":"run","id":1,"mode":"trigger","functionName":"x","args":[]}',
  '{"type":"mutation","mutation":{"id":"sheet.command.set-range-values","params":{}}}',
  '{"type":"selection","area":{"sheetId":"s","row":0,"column":1,"numRows":1,"numColumns":1}}',
  '{"type":"advance","ms":1e99}',
  '{"type":"file","action":"burn"}',
  '{"type":"switches","change":{"nonsense":true}}',
  '{"type":"switches","change":{"testDeployment":"yes"}}',
  '{"type":"switches","change":{"spentQuota":"x"}}',
  '{"type":"switches","change":{"latency":""}}',
  '{"type":"switches","change":{"crowded":"__proto__"}}',
  '{"type":"switches","change":{"withheldScopes":[]}}',
])('the message %s is refused', (text) => expect(readPageMessage(text)).toBeUndefined());

test('D47 the host accepts each value that a switch has', () => {
  const change = { crowded: 'refuse', testDeployment: true, userLocale: 'de' };
  expect(readPageMessage(JSON.stringify({ type: 'switches', change }))).toBeDefined();
});
