/** The receiver as a web app of the host: pushed news is in the tab once, and other posts change nothing. */
import type { Outcome } from '../../src/contract/sidebar-api.js';
import { answerWebApp } from '../../src/sandbox/server/web-app.js';
import { receiverManifest, useHosts } from '../support/host.js';
import { useHttpServer } from '../support/http-server.js';
import { scaled } from '../support/scale.js';
import { useService } from '../support/service.js';
import { useJobsSpreadsheet } from './jobs-spreadsheet.js';

/** Some at once, some one after the other; a multiple of 20. */
const PUSHES = scaled(80, 200);

const service = useService({ credits: 1_000 });
const manifest = receiverManifest();
const sheet = useJobsSpreadsheet(() => ({ baseUrl: service.baseUrl, apiKey: service.apiKey }), { manifest });
const startHost = useHosts();
const server = useHttpServer((request, response) => void answerWebApp(sheet.host, request, response));
let address: string;

beforeEach(() => {
  address = `${server.url}/exec`;
  sheet.host.webApp.url = address;
});

/** Returns the address that the sidebar shows once. */
async function makeReceiver(): Promise<string> {
  const { outcome } = await sheet.call('makeReceiver');
  if (outcome?.kind !== 'receiver') throw new Error('no receiver');
  return outcome.address + outcome.query;
}

interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly received?: number;
  readonly added?: number;
  readonly changed?: number;
}

async function post(url: string, body: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: text });
  return (await answer.json()) as Answer;
}

/** The receiver's answer to a push of the service. */
const answerIn = (outcome: Outcome | undefined) =>
  JSON.parse(outcome?.kind === 'pushed' ? outcome.response : '{}') as Answer;

const item = (id: string, change: object = {}) => ({
  id,
  publisher: 'Example Times',
  title: `Headline of ${id}`,
  url: `https://news.example/${id}`,
  desc: '=1+1',
  publishDate: '2026-11-19',
  companies: [{ id: 'c_000101' }, { id: 'c_000102' }],
  triggers: ['Expansion'],
  ...change,
});
const payload = (...news: object[]) => ({ group: 'Key accounts', postedDate: '2026-11-20', news });

test('end to end: the sidebar creates the address, the service pushes to it, and the tab has the news', async () => {
  const callbackUrl = await makeReceiver();
  const push = { group: 'Automotive suppliers', days: 5, callbackUrl };
  const { outcome } = await sheet.call('pushNews', push);
  const response = answerIn(outcome);
  expect(response).toMatchObject({ ok: true, added: response.received });
  expect(response.added).toBeGreaterThan(0);
  const rows = sheet.rowsById('News');
  expect(rows.size).toBe(response.added);
  // a news item has only company ids; the tab has the group's names
  for (const row of rows.values()) expect(row['Companies']).toMatch(/(^|, )[A-Z]/);
  const again = await sheet.call('pushNews', push);
  expect(again.outcome?.kind === 'pushed' && again.outcome.response).toContain('"added":0');
  expect(sheet.rowsById('News').size).toBe(rows.size);
});

test('pushes to this spreadsheet use the name "here": no person sees a secret; a new address ends the old', async () => {
  const push = { group: 'Automotive suppliers', days: 5, callbackUrl: 'here' };
  const { outcome, callbacks } = await sheet.call('pushNews', push);
  const { ok, added } = answerIn(outcome);
  expect([ok, added! > 0]).toEqual([true, true]);
  expect(callbacks[push.group]).toBe('here');
  const own = JSON.stringify(sheet.host.properties.save()).match(/[0-9a-f-]{72}/)?.[0] ?? '';
  expect(await post(`${address}?secret=${own}`, payload())).toMatchObject({ ok: true });
  // an address for others does not end pushes to this spreadsheet, which get a new secret
  const url = await makeReceiver();
  expect(await post(`${address}?secret=${own}`, payload())).toMatchObject({ ok: false, code: 'BAD_KEY' });
  const again = await sheet.call('pushNews', push);
  expect(again.outcome).toMatchObject({ response: expect.stringContaining('"ok":true') });
  expect(await post(url, payload())).toMatchObject({ ok: true });
  sheet.host.webApp.url = '';
  await expect(sheet.call('pushNews', { ...push, days: 4 })).rejects.toThrow('receives no news');
});

test('texts stay texts, dates become dates, and a corrected item is updated in its row', async () => {
  const url = await makeReceiver();
  const both = payload(item('n1'), item('n2'));
  expect(await post(url, both)).toEqual({ ok: true, received: 2, added: 2, changed: 0 });
  sheet.host.workbook.type("'News'!I1", 'My notes');
  sheet.host.workbook.type("'News'!I2", 'call them');
  const corrected = payload(item('n1', { title: 'Corrected' }));
  expect(await post(url, corrected)).toMatchObject({ added: 0, changed: 1 });
  const rows = sheet.rowsById('News');
  expect(rows.get('n1')).toMatchObject({
    Headline: 'Corrected',
    Summary: '=1+1',
    Companies: 'c_000101, c_000102',
    Triggers: 'Expansion',
    'My notes': 'call them',
  });
  expect(typeof rows.get('n1')?.['Published']).toBe('number');
  // it looks like each table of ours: a bold header in our colour that stays in sight, and wide columns
  const tab = sheet.host.workbook.facade.getSheetByName('News');
  expect([tab?.getFrozenRows(), tab?.getColumnWidth(1)]).toEqual([1, 380]);
  expect(tab?.getRange(0, 0).getCellStyleData()).toMatchObject({ bl: 1, bg: { rgb: '#e0f2ee' } });
  // the body has the look of records, not that of the header
  expect(tab?.getRange(1, 0).getCellStyleData()?.bl).toBeFalsy();
  expect(rows.get('n2')).toMatchObject({ Headline: 'Headline of n2' });
});

test('companies of the group have their names, which stay if they cannot be looked up again', async () => {
  const url = await makeReceiver();
  const group = 'Automotive suppliers';
  const options = [group, 'columns', 'id|name', 'headers', false];
  const [[id, name] = []] = await sheet.host.formula('TRACKED_COMPANIES', ...options);
  const about = (title: string) => ({
    ...payload(item('n1', { title, companies: [{ id }, { id: 'c_other' }] })),
    group,
  });
  expect(await post(url, about('First'))).toMatchObject({ added: 1 });
  expect(sheet.rowsById('News').get('n1')).toMatchObject({ Companies: `${name}, c_other` });
  await sheet.call('forgetConnection');
  sheet.host.cache.clear();
  expect(await post(url, about('Second'))).toMatchObject({ added: 0, changed: 1 });
  const second = { Headline: 'Second', Companies: `${name}, c_other` };
  expect(sheet.rowsById('News').get('n1')).toMatchObject(second);
});

test('ids that look alike on display stay distinct, and each is recognised again', async () => {
  const url = await makeReceiver();
  const ids = ['<a>', '<b></b>', 'a&amp;b', 'a&b', 'null'];
  const news = payload(...ids.map((id) => item(id)), item('<a>', { title: 'Repeated' }));
  expect(await post(url, news)).toMatchObject({ ok: true, received: 6, added: 5 });
  expect(await post(url, news)).toMatchObject({ ok: true, added: 0, changed: 0 });
  const rows = sheet.rowsById('News');
  expect([...rows.keys()].sort()).toEqual([...ids].sort());
  expect(rows.get('<a>')).toMatchObject({ Headline: 'Headline of' });
});

test('a wrong secret, a too large body and a body of another shape are refused and change nothing', async () => {
  const url = await makeReceiver();
  const refused: readonly [string, string, unknown][] = [
    ['BAD_KEY', address, payload(item('n1'))],
    ['BAD_KEY', `${address}?secret=`, payload(item('n1'))],
    ['BAD_KEY', `${url}0`, payload(item('n1'))],
    ['BAD_INPUT', url, ''],
    ['BAD_INPUT', url, '{'],
    ['BAD_INPUT', url, '[]'],
    ['BAD_INPUT', url, { news: [] }],
    ['BAD_INPUT', url, { group: 'Key accounts', news: {} }],
    ['BAD_INPUT', url, { group: 5, news: [] }],
    ['BAD_INPUT', url, payload({ title: 'no id' })],
    ['BAD_INPUT', url, payload(item('n1'), item('n2', { companies: ['c_000101'] }))],
    ['BAD_INPUT', url, payload(item('n1', { triggers: 'Expansion' }))],
    ['BAD_INPUT', url, payload(item('n1', { title: { toString: 'x' } }))],
    ['BAD_INPUT', url, payload(item('n1', { desc: 'x'.repeat(2 * 1024 * 1024) }))],
  ];
  for (const [code, to, body] of refused) expect(await post(to, body)).toMatchObject({ ok: false, code });
  expect(sheet.host.workbook.facade.getSheetByName('News')).toBeNull();
  const second = await makeReceiver();
  expect(await post(url, payload(item('n1')))).toMatchObject({ ok: false, code: 'BAD_KEY' });
  expect(await post(second, payload(item('n1')))).toMatchObject({ ok: true, added: 1 });
});

test(`${PUSHES} pushes, thirty at once, a third of them repeated, write each item once`, async () => {
  const url = await makeReceiver();
  const pushes = Array.from({ length: PUSHES }, (_, index) => {
    if (index % 20 === 7) return { to: `${url}x`, body: payload(item(`wrong-${index}`)) };
    if (index % 20 === 13) return { to: url, body: '{"group": "Key accounts", "news": [{}]}' };
    const number = index % 3 === 2 ? index - 2 : index;
    return { to: url, body: payload(item(`n${number}`), item(`m${number}`)) };
  });
  const wanted = new Set(
    pushes.flatMap(({ to, body }) =>
      to === url && typeof body === 'object' ? body.news.map((one) => (one as { id: string }).id) : [],
    ),
  );
  let next = 0;
  const answers: Answer[] = [];
  const poster = async (): Promise<void> => {
    for (let at = next++; at < pushes.length; at = next++) {
      const { to, body } = pushes[at]!;
      let answer = await post(to, body);
      // on a busy machine the lock may take too long; like the service, the poster sends up to four times
      for (let left = 3; left > 0 && answer.code === 'BUSY'; left--) answer = await post(to, body);
      answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 30 }, poster));
  const codes = answers.flatMap(({ ok, code }) => (ok ? [] : [code]));
  const each = (code: string) => Array(PUSHES / 20).fill(code);
  expect(codes.sort()).toEqual([...each('BAD_INPUT'), ...each('BAD_KEY')]);
  expect(new Set(sheet.rowsById('News').keys())).toEqual(wanted);
});

test('doPost without a post answers like any bad post', async () => {
  await makeReceiver();
  for (const args of [[], [null], [{}], [{ parameter: null, postData: null }]]) {
    const output = await sheet.host.run('doPost', args, { mode: 'web-app' });
    expect(JSON.parse((output as { content: string }).content)).toMatchObject({ ok: false, code: 'BAD_KEY' });
  }
});

test('the sidebar knows if there is a web app: a deployed receiver has one, the published add-on never', async () => {
  expect((await sheet.call('sidebarState')).hasWebApp).toBe(true);
  sheet.host.webApp.url = undefined;
  expect((await sheet.call('sidebarState')).hasWebApp).toBe(false);
  const published = await startHost();
  published.webApp.url = address;
  expect(await published.run('sidebarState', [], { mode: 'sidebar' })).toMatchObject({ hasWebApp: false });
});

test('the address for editors only is not shown, because a service cannot sign in', async () => {
  sheet.host.webApp.url = 'https://script.google.com/macros/s/x/dev';
  const { outcome } = await sheet.call('makeReceiver');
  expect(outcome).toMatchObject({ address: '', query: expect.stringMatching(/^\?secret=\w{64}$/) });
});

// Google digests texts as US-ASCII by default: texts that differ only outside of it would become equal
test('a secret outside of ASCII is compared as a whole', async () => {
  const script = { 'receiver-secret': '秘密-Größe-0123456789' };
  const host = await startHost({ stored: { properties: { script } } });
  for (const [secret, code] of [
    ['秘密-Größe-0123456789', 'BAD_INPUT'],
    ['機密-Größe-0123456789', 'BAD_KEY'],
    ['??-Gr??e-0123456789', 'BAD_KEY'],
  ]) {
    const event = { parameter: { secret }, postData: { contents: '{}' } };
    const { content } = (await host.run('doPost', [event], { mode: 'web-app' })) as { content: string };
    expect([secret, JSON.parse(content)]).toMatchObject([secret, { ok: false, code }]);
  }
});
