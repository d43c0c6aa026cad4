/** Questions of the client to a real service: its answers, their cost, and that it never pays twice. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import type { ClientCharge, SignalsClient, Transport } from '../../src/client/types.js';
import { inTurn } from '../service/support/in-turn.js';
import { GROUP } from '../service/support/sample.js';
import { losing, NOW, recordingTransport, useClientService, useProxy } from './client-service.js';
import { answer } from './fake-service.js';

const DATASET = '/api/v2/dataset/business-expansion';
const TEN = { from: '2025-02-01', to: '2025-02-10' };

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
}

describe('with all extensions', () => {
  const service = useClientService();
  /** A key with 100 credits, and a client with it. */
  let key: string;
  let client: SignalsClient;
  beforeEach(async () => {
    key = await service.makeKey(100);
    client = service.client(key);
  });

  test('records equal those of the formula, and a question costs once', async () => {
    const charges: ClientCharge[] = [];
    const counted = service.client(key, { onCharge: (charge) => charges.push(charge) });
    const answer = await counted.expansions({ ...TEN, maxCredits: 20 });
    expect(answer.records.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `e${String(40 - index).padStart(3, '0')}`),
    );
    expect(answer.records[0]).toMatchObject({ announcedDate: '2025-02-10', company: { name: 'Beta Foods' } });
    expect(answer).toMatchObject({ charged: 10, owned: 0, balance: 90, source: 'service', askedAt: NOW });
    expect(answer).not.toHaveProperty('cut');
    const again = await counted.expansions({ ...TEN, maxCredits: 20 });
    expect(again).toMatchObject({ charged: 0, source: 'store' });
    expect(again.records).toEqual(answer.records);
    expect(await service.balance(key)).toBe(90);
    expect(charges).toEqual([
      { dataset: 'business-expansion', charged: 10, owned: 0, source: 'service' },
      { dataset: 'business-expansion', charged: 0, owned: 0, source: 'store' },
    ]);
  });

  test('the table equals that of the formula, and the same records are left out', async () => {
    const shown = { columns: 'id,date', sort: 'date', limit: 2 };
    const answer = await client.expansions({ ...TEN, ...shown, maxCredits: 2 });
    expect(answer.cut).toBe('limit');
    expect(answer.table()).toEqual([
      ['Id (first 2)', 'Announced'],
      ['e039', new Date('2025-02-09')],
      ['e040', new Date('2025-02-10')],
    ]);
    expect(answer.records.map(({ id }) => id)).toEqual(['e039', 'e040']);
    const fewer = { companies: 'beta', exact: true, since: '2025-02-09' };
    const { records } = await client.expansions({ ...TEN, ...fewer, maxCredits: 50 });
    expect(records.map(({ id }) => id)).toEqual(['e040']);
  });

  test('the joined answers of several requests are truncated to the limit, and say so', async () => {
    const free = service.client(await service.makeKey(0));
    const others = Array.from({ length: 120 }, (_, index) => `c${1_000 + index}`);
    const question = { companyIds: ['c1', ...others, 'c2'] };
    const some = await free.hirings({ ...question, limit: 25 });
    expect([some.records.length, some.cut]).toEqual([25, 'limit']);
    const whole = await free.hirings({ ...question, limit: 40 });
    expect([whole.records.length, whole.cut]).toEqual([30, undefined]);
  });

  test('an estimate has its days in the form of those of records', async () => {
    const days = { firstDate: '2025-01-03', lastDate: '2025-01-05' };
    for (const dataset of ['business-expansion', 'major-hiring'] as const) {
      const question = { from: days.firstDate, to: days.lastDate };
      expect(await client.estimate(dataset, question)).toMatchObject({ matching: 3, ...days });
    }
  });

  test('a paid call needs a ceiling, and never exceeds it', async () => {
    expect(await codeOf(client.expansions(TEN))).toBe('BUDGET');
    expect(await codeOf(client.expansions({ ...TEN, maxCredits: 0 }))).toBe('BUDGET');
    expect(await codeOf(client.expansions({ ...TEN, maxCredits: 1.5 }))).toBe('BAD_INPUT');
    expect(await service.balance(key)).toBe(100);
    const answer = await client.expansions({ ...TEN, maxCredits: 4 });
    expect(answer).toMatchObject({ charged: 4, cut: 'maxCredits' });
    expect(await service.balance(key)).toBe(96);
    // a higher ceiling is another purchase
    expect(await client.expansions({ ...TEN, maxCredits: 10 })).toMatchObject({ charged: 10 });
    const nothing = await client.expansions({ from: '2030-01-01', maxCredits: 0 });
    expect(nothing).toMatchObject({ records: [], charged: 0 });
    // the ceiling of the client applies to calls without one
    const cautious = service.client(await service.makeKey(100), { maxCredits: 3 });
    expect(await cautious.expansions(TEN)).toMatchObject({ charged: 3, cut: 'maxCredits' });
  });

  test('a key that owns versions pays only for the others, under an exact ceiling', async () => {
    const owner = await service.makeKey(100, { billing: 'per-version' });
    const ask = (to: string, maxCredits: number, transport?: Transport) =>
      service.client(owner, transport && { transport }).expansions({ from: '2025-02-01', to, maxCredits });
    await ask('2025-02-10', 10);
    const wider = await ask('2025-02-13', 3);
    expect(wider).toMatchObject({ charged: 3, owned: 10 });
    expect(wider.records).toHaveLength(13);
    expect(await service.balance(owner)).toBe(87);
    // records that are new since the estimate are not paid above the ceiling
    const late = recordingTransport(async ({ url }) => {
      if (url.endsWith('/estimate')) return undefined;
      const news = ['l1', 'l2', 'l3', 'l4'].map((id) => ({ id, company: { id: 'c1' } }));
      const days = { announcedDate: '2025-02-14', lastModified: '2025-02-14' };
      await service.put(news.map((one) => ({ ...one, ...days })));
    });
    await expect(ask('2025-02-16', 3, late)).rejects.toThrow(
      '#BUDGET: new records have come since the estimate',
    );
    expect(await service.balance(owner)).toBe(87);
  });

  test('two programs with one key that ask the same question at once pay once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => service.client(key).expansions({ ...TEN, maxCredits: 20 })),
    );
    expect(answers.map(({ records }) => records.length)).toEqual([10, 10, 10, 10]);
    expect(answers.reduce((sum, { charged }) => sum + charged, 0)).toBe(10);
    expect(await service.balance(key)).toBe(90);
    const same = await Promise.all(
      [1, 2, 3].map(() => client.expansions({ ...TEN, limit: 5, maxCredits: 20 })),
    );
    // the one whose request comes first is charged
    expect(same.map(({ charged }) => charged).sort()).toEqual([0, 0, 5]);
  });

  test('a purchase that never arrived is not repeated above the ceiling of a later call', async () => {
    const store = createMemoryStore();
    const cut = recordingTransport(({ url }) => {
      if (url.endsWith(DATASET)) throw new Error('cut');
      return undefined;
    });
    const begin = (question: object) =>
      codeOf(service.client(key, { store, transport: cut }).expansions(question));
    expect(await begin({ ...TEN, maxCredits: 10 })).toBe('SERVICE');
    const low = service.client(key, { store }).expansions({ ...TEN, maxCredits: 3 });
    await expect(low).rejects.toThrow('#BUDGET: the same was asked before for up to 10 credits');
    const anew = service.client(key, { store }).expansions({ ...TEN, refresh: 'anew', maxCredits: 3 });
    expect(await anew).toMatchObject({ charged: 3, cut: 'maxCredits' });
    // a purchase that began under a low ceiling stays truncated for a higher one
    const other = { ...TEN, to: '2025-02-09' };
    expect(await begin({ ...other, maxCredits: 2 })).toBe('SERVICE');
    const ask = () => service.client(key, { store }).expansions({ ...other, maxCredits: 20 });
    expect(await ask()).toMatchObject({ charged: 2, cut: 'maxCredits' });
    expect((await ask()).records).toHaveLength(9);
    expect(await service.balance(key)).toBe(100 - 3 - 2 - 9);
  });

  test('names of purchases are digests, and no header reveals the key', async () => {
    const transport = recordingTransport();
    await service.client(key, { transport }).expansions({ ...TEN, maxCredits: 20 });
    const [paid] = transport.sent.filter(({ headers }) => headers['idempotency-key'] !== undefined);
    expect(paid!.headers['idempotency-key']).toMatch(/^[0-9a-f]{40}\.0$/);
    expect(transport.sent.every(({ url, body = '' }) => !(url + body).includes(key))).toBe(true);
  });

  test('a new value of refresh asks once more, and so does a day later where the window may have changed', async () => {
    const at = { now: NOW };
    const dated = service.client(key, { now: () => at.now });
    const charged = async (question: object) =>
      (await dated.expansions({ ...question, maxCredits: 20 })).charged;
    const costs = await inTurn(4, (turn) => charged({ ...TEN, refresh: ['a', 'a', 'b', 'a'][turn] }));
    expect(costs).toEqual([10, 0, 10, 0]);
    const running = { from: '2025-10-20' };
    expect(await charged(running)).toBe(8);
    at.now += 86_400_000;
    expect(await charged(running)).toBe(8);
    // a window that ended a week before is not asked for again
    expect(await charged({ ...TEN, refresh: 'b' })).toBe(0);
  });

  test('refusals have the codes of cells, and remedies for a program', async () => {
    const poor = service.client(await service.makeKey(0));
    const refused = async (call: Promise<unknown>) => call.catch((error: Error) => error.message);
    expect(await refused(poor.expansions({ typ: 'HQ' } as object))).toBe(
      '#BAD_INPUT: EXPANSIONS has no option "typ"; did you mean type?',
    );
    expect(await refused(poor.expansions({ ...TEN, maxCredits: 5 }))).toBe(
      '#NO_CREDITS: no credits are left; add credits at the service, then ask again',
    );
    expect(await refused(poor.hirings({ group: 'Nobody' }))).toMatch(/^#NO_GROUP/);
    const stranger = service.client('key_live_0123456789abcdef');
    expect(await refused(stranger.expansions({ ...TEN, maxCredits: 5 }))).toBe(
      '#BAD_KEY: the service rejected the API key; use a valid one',
    );
    expect(() => service.client('')).toThrow('#NO_KEY: there is no API key; set SIGNALS_API_KEY');
    expect(() => service.client(key, { url: '' })).toThrow(
      '#BAD_INPUT: there is no address of the service; set SIGNALS_URL',
    );
    expect(() => service.client('short')).toThrow('#BAD_INPUT');
    expect(() => service.client(key, { url: 'http://signals.example' })).toThrow('#BAD_INPUT');
  });

  test('a question finds its group in any case, as a cell does', async () => {
    const free = service.client(await service.makeKey(0));
    const { records } = await free.hirings({ group: GROUP });
    expect(records.length).toBeGreaterThan(0);
    expect((await free.hirings({ group: GROUP.toUpperCase() })).records).toEqual(records);
    await expect(free.hirings({ group: `${GROUP}e` })).rejects.toThrow('did you mean');
  });

  test('a question is asked anew after a change of its group, even one whose days are long over', async () => {
    const editor = service.client(await service.makeKey(100, { mayEditGroups: true }));
    const ask = async () => {
      const { records, source } = await editor.expansions({ ...TEN, group: 'Changing', maxCredits: 20 });
      return [records.length, source];
    };
    await editor.track('Changing', { add: ['c1'] });
    expect([await ask(), await ask()]).toEqual([
      [3, 'service'],
      [3, 'store'],
    ]);
    await editor.track('Changing', { add: ['c2'] });
    expect(await ask()).toEqual([10, 'service']);
  });

  test('values that no types have checked are refused with a message', async () => {
    for (const name of ['nope', '__proto__'])
      expect(await codeOf(client.ask(name as 'major-hiring', TEN))).toBe('BAD_INPUT');
    await expect(client.ask('hirings' as 'major-hiring', TEN)).rejects.toThrow(
      'there is no dataset "hirings"; use business-expansion, major-hiring, executive-change',
    );
    expect(await codeOf(client.ask('major-hiring', null as never))).toBe('BAD_INPUT');
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 0])
      expect(() => service.client(key, { timeoutMs })).toThrow('#BAD_INPUT: "timeoutMs"');
    for (const everyMs of [Number.NaN, 0, '15m' as unknown as number])
      expect(() => client.watch('major-hiring', TEN, { everyMs })).toThrow('#BAD_INPUT: "everyMs"');
    const known = { field: 'companyName', value: 'Acne', nearest: ['Acme'] };
    const suggestions = [null, { ...known, nearest: [1] }, known];
    const hostile = {
      ...{ status: 'ok', message: '', companies: [null], groups: [null] },
      ...{ matching: 1, isExact: true, returned: 1, credits: 1, suggestions },
      ...{
        name: '',
        balance: 1,
        spentToday: 0,
        caps: { recordsPerAnswer: 1 },
        billing: '',
        spentByDay: [null],
      },
    };
    const misled = service.client(key, { transport: recordingTransport(() => answer(200, hostile)) });
    expect(await codeOf(misled.groups())).toBe('SERVICE');
    expect(await codeOf(misled.companies('a'))).toBe('SERVICE');
    expect(await misled.account()).toBeUndefined();
    expect(await misled.estimate('business-expansion')).toMatchObject({ credits: 1, suggestions: [known] });
  });

  test.each([403, 404, 405, 501])(
    'status %d of a service, or of a gateway before it, says that a look-up is missing',
    async (status) => {
      const missing = /\/(?:account|tracked-companies|companies.*|estimate)$/;
      const transport = recordingTransport(({ url }) =>
        missing.test(url) ? answer(status, { message: 'Missing Authentication Token' }) : undefined,
      );
      const limited = service.client(key, { transport });
      expect(await limited.account()).toBeUndefined();
      expect(transport.sent).toHaveLength(1);
      expect(await limited.groups()).toBeUndefined();
      expect(await limited.companies('beta')).toBeUndefined();
      expect(await limited.match(['beta'])).toBeUndefined();
      expect(await limited.estimate('business-expansion', TEN)).toBeUndefined();
      const found: unknown[] = [];
      for await (const record of limited.expansions.each({ ...TEN, maxCredits: 20 })) found.push(record);
      expect(found).toHaveLength(10);
    },
  );

  test('estimates are asked for again after an outage', async () => {
    const outage = { isOn: true };
    const transport = recordingTransport(() =>
      outage.isOn ? answer(502, '<html>Bad gateway</html>') : undefined,
    );
    const waiting = service.client(key, { transport });
    expect(await codeOf(waiting.estimate('business-expansion', TEN))).toBe('SERVICE');
    outage.isOn = false;
    expect(await waiting.estimate('business-expansion', TEN)).toMatchObject({ matching: 10 });
  });
});

describe('with the specification alone', () => {
  const service = useClientService({ extras: [] });
  const proxy = useProxy(service);

  test('all supported calls work, and limits enforce the ceiling', async () => {
    const key = await service.makeKey(100);
    const client = service.client(key);
    const answer = await client.expansions({ ...TEN, maxCredits: 20 });
    expect(answer).toMatchObject({ charged: 10 });
    expect(await client.expansions({ ...TEN, limit: 9, maxCredits: 4 })).toMatchObject({
      charged: 4,
      cut: 'maxCredits',
    });
    expect(await service.balance(key)).toBe(86);
    for (const found of [
      await client.estimate('business-expansion', TEN),
      await client.groups(),
      await client.companies('beta'),
      await client.account(),
    ])
      expect(found).toBeUndefined();
    expect(await client.tracked(GROUP)).toHaveLength(2);
  });

  test('a paid request without an answer is not repeated until the person asks for it', async () => {
    const key = await service.makeKey(100);
    proxy.fault = losing(1);
    const at = { now: NOW };
    const client = service.client(key, { url: proxy.baseUrl, now: () => at.now, timeoutMs: 2_000 });
    const ask = (refresh = '') => client.expansions({ ...TEN, refresh, maxCredits: 20 });
    expect(await codeOf(ask())).toBe('SERVICE');
    at.now += 5_000;
    const { length: arrived } = proxy.requests;
    expect(await codeOf(ask())).toBe('TIMEOUT');
    // nothing was sent
    expect(proxy.requests).toHaveLength(arrived);
    expect(await ask('again')).toMatchObject({ charged: 10, records: { length: 10 } });
    expect(await service.balance(key)).toBe(80);
  });
});
