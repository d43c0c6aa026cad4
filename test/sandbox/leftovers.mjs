/**
 * The program of leftovers.test.ts: scripts end badly in a host, which then closes, and another host closes during a
 * calculation. Prints how each script ended. Nothing that they have left may keep the process from ending by itself.
 */
import { once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import { withNotation } from '../support/notation.mjs';

const { createHost } = createRequire(import.meta.url)('../../out/sandbox/host.cjs');

const MEGABYTE = Buffer.alloc(1024 * 1024);
const LIMIT_MS = 1_000;

const CODE = `
function fetch(url) { return UrlFetchApp.fetch(url).getContentText().length; }
function fetchTwice(url) { return UrlFetchApp.fetchAll([{ url: url }, { url: url + '/other' }]).length; }
function forget() { Promise.reject(new Error('forgotten')); return 'done'; }
function store() { PropertiesService.getScriptProperties().setProperty('a', 'b'); return 'not reached'; }
function wait() { LockService.getScriptLock().tryLock(300000); Utilities.sleep(300000); }
function spin() { for (;;); }
function sleep() { Utilities.sleep(300000); }
function ask() { const ui = SpreadsheetApp.getUi(); return ui.alert('a', 'b', ui.ButtonSet.OK); }
function read() { return SpreadsheetApp.getActiveSheet().getRange('A1').setFormula('=SLOW()').getDisplayValue(); }
/** @customfunction */
function SLOW() { Utilities.sleep(300000); }
`;

/** Sends 60 MB at /large, and never answers elsewhere. */
const server = http.createServer(({ url }, response) => {
  if (url !== '/large') return;
  for (let sent = 0; sent < 60; sent += 1) response.write(MEGABYTE);
  response.end();
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const address = `http://127.0.0.1:${port}`;

const host = createHost({
  code: CODE,
  timeLimitMs: { menu: LIMIT_MS, 'custom-function': LIMIT_MS },
  switches: { spreadsheetCalls: 'wait for formulas' },
  // a person who answers no dialog
  ui: { ask: () => new Promise(() => undefined), selection: () => undefined },
});

/** @type {string[]} */
const outcomes = [];

/**
 * @param {string} name
 * @param {unknown[]} [args]
 * @param {object} [options]
 */
async function run(name, args, options) {
  const outcome = await host.run(name, args, options).catch((/** @type {Error} */ { message }) => message);
  outcomes.push(`${name}: ${outcome}`);
}

async function closeDuringCalculation() {
  const calculating = withNotation(createHost({ code: CODE }));
  const { api } = calculating.workbook;
  const begun = new Promise((resolve) => {
    api.addEvent(api.Event.CommandExecuted, (/** @type {{ id: string }} */ { id }) => {
      if (id === 'formula.mutation.set-formula-calculation-notification') resolve(id);
    });
  });
  calculating.workbook.type('A1:A1000', '=SUM(B1:B9)+SLOW()');
  await begun;
  await calculating.close();
}

// in the sidebar, because 60 MB may take longer than the other time limit
await run('fetch', [`${address}/large`], { mode: 'sidebar' });
await run('forget');
await run('store', [], { killAfterCalls: 1 });
await Promise.all([run('wait'), run('wait')]);
for (const name of ['spin', 'sleep', 'ask', 'read']) await run(name);
await run('fetch', [address]);
await run('fetchTwice', [address]);
host.faults.network = () => ({ kind: 'slow', delayMs: 300_000 });
await run('fetch', [address]);
await host.settled();
const ended = host.executions.records.length;
await host.close();
await closeDuringCalculation();
server.closeAllConnections();
server.close();
process.stdout.write(JSON.stringify({ outcomes, ended }));
