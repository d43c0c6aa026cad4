/**
 * Measures a formula in the sandbox's host, from typing it to a settled spreadsheet: the answer of a service,
 * the table, and the spilled cells.
 *   npm run bench -- formula [records]
 */
import { once } from 'node:events';
import http from 'node:http';
import { openSpreadsheet } from './google/open-spreadsheet.mjs';
import { at } from './service/measure.mjs';

export const quick = true;

const ROUNDS = 5;
const DAY_MS = 86_400_000;
const COLUMNS = 'date|company|headline';

/** @param {string[]} args the number of records, 10,000 by default */
export async function run([count = '10000'] = []) {
  const records = Array.from({ length: Number(count) }, (_, index) => createRecord(index));
  const text = JSON.stringify(records);
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    const times = [];
    // the first round warms up
    for (let round = 0; round <= ROUNDS; round += 1)
      times.push(await measureFormula(`http://127.0.0.1:${port}`, Number(count)));
    return [
      { what: `${count} records through a formula`, value: at(times.slice(1), 0.5), unit: 'ms' },
      { what: 'the slowest of five', value: Math.max(...times.slice(1)), unit: 'ms' },
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Each time in a new spreadsheet, because a known answer is not requested again. @param {string} baseUrl @param {number} count */
async function measureFormula(baseUrl, count) {
  const id = 'sheet-1';
  const sheet = { id, name: 'Sheet1', rowCount: count + 100, columnCount: 26, cellData: {} };
  const host = await openSpreadsheet({ workbook: { sheetOrder: [id], sheets: { [id]: sheet } } });
  try {
    const connection = { baseUrl, apiKey: 'key_0123456789' };
    await host.run('saveConnection', [connection], { mode: 'sidebar' });
    const rules = { freshness: { mode: 'daily' }, dailyBudget: 10_000_000 };
    await host.run('saveRules', [rules], { mode: 'sidebar' });
    await host.settled();
    const started = performance.now();
    host.workbook.type('A1', `=EXPANSIONS("from", "-30d", "limit", ${count}, "columns", "${COLUMNS}")`);
    await host.settled();
    const elapsed = performance.now() - started;
    const last = host.workbook.read(`C${count + 1}`)[0]?.[0]?.value;
    if (!last) throw new Error(`The table is not complete: ${host.workbook.message('A1')}`);
    return elapsed;
  } finally {
    await host.close();
  }
}

/** @param {number} index */
function createRecord(index) {
  const day = new Date(Date.now() - (1 + (index % 20)) * DAY_MS).toISOString().slice(0, 10);
  const domain = `company-${index % 1_900}.example`;
  return {
    id: `be-${index}`,
    announcedDate: day,
    lastModified: day,
    company: { name: `Company ${index % 1_900}`, domain },
    title: `Company ${index % 1_900} to invest in a new factory, create ${10 + (index % 900)} jobs`,
    url: `https://news.${domain}/press/${day}/${index}`,
  };
}
