/** What a purchase that fails is said to have cost, and that the next one does not pay for it again. */
import { clientErrors, type PurchaseError } from '../../src/client/errors.js';
import { createMemoryStore } from '../../src/client/memory-store.js';
import type { ClientCharge, Transport, TransportAnswer, TransportRequest } from '../../src/client/types.js';
import { DATASETS } from '../../src/contract/datasets.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../../src/contract/errors.js';
import {
  answer,
  clientOver,
  type FakeRecord,
  type FakeRules,
  type FakeService,
  fakeService,
  paidIn,
} from './fake-service.js';

const RECORDS: readonly FakeRecord[] = Array.from({ length: 10 }, (_, index) => ({
  id: `e${index}`,
  company: { domain: 'acme.example' },
  announcedDate: `2026-01-${10 + index}`,
}));
const RULES: FakeRules = { cap: 1_000, tellsCap: true, hasEstimates: true, order: (records) => records };
const QUESTION = { from: '2026-01-01', to: '2026-01-31' };

type Send = (service: FakeService, request: TransportRequest) => Promise<TransportAnswer>;

/** The connection breaks. */
const cut: Send = async () => {
  throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
};
/** The service charges, and its answer is lost on the way. */
const lost: Send = async (service, request) => {
  await service.send(request);
  return cut(service, request);
};
const late: Send = async (service, request) => {
  await service.send(request);
  throw new DOMException('too late', 'TimeoutError');
};
/** The service charges, and a proxy answers in its place. */
const badGateway: Send = async (service, request) => {
  await service.send(request);
  return answer(502, '<html>Bad gateway</html>');
};
const throttled: Send = async () => answer(429, { code: 'RATE_LIMITED', message: 'later' });
const busy: Send = async () => answer(503, { code: 'UNAVAILABLE', message: 'later' }, { 'retry-after': '1' });
const pageOf =
  (status: number): Send =>
  async () =>
    answer(status, '<html></html>');
const refusal =
  (code: ServiceErrorCode): Send =>
  async () =>
    answer(SERVICE_ERRORS[code], { code, message: 'refused' });
const gateway: Send = async () => answer(404, { message: 'not here' });
const refusedConnection: Send = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
const delivered: Send = (service, request) => service.send(request);
/** A service that has only the specification repeats no answer, and reports no charge. */
const asSpecified: Send = async (service, request) => {
  const { status, text } = await service.send({
    ...request,
    headers: { 'idempotency-key': String(service.sent.length) },
  });
  return answer(status, text);
};

/** A client whose tries to buy something end in turn as given, and all others as the last one; until others are given. */
function begin(tries: readonly Send[], hasEstimates = true) {
  const service = fakeService(RECORDS, { ...RULES, hasEstimates });
  let left = [...tries];
  const charges: ClientCharge[] = [];
  const meter = { isBroken: false };
  const disk = { isFull: false };
  const store = createMemoryStore();
  const transport: Transport = {
    send: (request) => {
      const isPurchase = request.url.endsWith(DATASETS['business-expansion'].path);
      const next = isPurchase ? (left.length > 1 ? left.shift()! : left[0]!) : delivered;
      return next(service, request);
    },
    close: async () => undefined,
  };
  const client = clientOver(transport, {
    onCharge(charge) {
      if (meter.isBroken) throw new Error('the disk is full');
      charges.push(charge);
    },
    store: {
      ...store,
      set(name, value) {
        if (disk.isFull) throw clientErrors.noStore();
        store.set(name, value);
      },
    },
  });
  const ask = (maxCredits: number, others: { companies?: readonly string[]; refresh?: string } = {}) =>
    client.expansions({ ...QUESTION, ...others, maxCredits });
  const failing = (maxCredits: number, others?: Parameters<typeof ask>[1]) =>
    ask(maxCredits, others).then(
      () => undefined,
      (error: PurchaseError) => error,
    );
  const charged = () => paidIn(service);
  const continueWith = (...others: readonly Send[]) => {
    left = [...others];
  };
  return { ask, failing, charged, charges, meter, disk, continueWith };
}

describe.each([
  ['a reset', lost],
  ['a time-out', late],
  ['the answer of a proxy', badGateway],
])('a charge that %s has hidden is unclear', (_first, first) => {
  test.each([
    ['429', throttled],
    ['503', busy],
    ['401 of a proxy', pageOf(401)],
    ['404 of a proxy', pageOf(404)],
    ['404 of a gateway', gateway],
    ['a refused connection', refusedConnection],
  ])('where all other tries, and a repetition, are answered by %s', async (_others, others) => {
    const { ask, failing, charged, continueWith } = begin([first, others]);
    const unclear = { unclear: true, cost: { charged: 0, unclear: true } };
    expect(await failing(4)).toMatchObject(unclear);
    expect(charged()).toBe(4);
    // the same is sent again under its name, also under a higher ceiling, and was paid by the first call
    expect(await failing(20)).toMatchObject(unclear);
    continueWith(throttled, delivered);
    expect(await ask(20)).toMatchObject({ charged: 0, paid: 4, source: 'repeated' });
    expect(charged()).toBe(4);
  });
});

test('a request that was only refused has certainly cost nothing', async () => {
  const { failing, charged } = begin([throttled]);
  expect(await failing(4)).toMatchObject({ unclear: false, cost: { charged: 0, unclear: false } });
  expect(charged()).toBe(0);
});

test('a refusal for want of credits says that a lost try was not charged either', async () => {
  const { failing } = begin([cut, refusal('FEW_CREDITS')]);
  expect(await failing(4)).toMatchObject({ code: 'FEW_CREDITS', unclear: false, cost: { unclear: false } });
});

test('a refusal inside of an answer has cost nothing, and the next call asks again', async () => {
  const insideAnswer: Send = async () => answer(200, { status: '405', message: 'insufficient credits' });
  const { ask, failing, continueWith } = begin([insideAnswer], false);
  const cost = { charged: 0, unclear: false };
  expect(await failing(4)).toMatchObject({ code: 'FEW_CREDITS', unclear: false, cost });
  continueWith(asSpecified);
  expect(await ask(4)).toMatchObject({ charged: 4, source: 'service' });
});

test.each(['NO_CREDITS', 'DAILY_CAP', 'BAD_INPUT'] as const)(
  'after a repetition that the service refuses (%s), the next call is a purchase of its own',
  async (code) => {
    const { ask, failing, continueWith } = begin([cut]);
    await failing(4);
    continueWith(refusal(code));
    expect(await failing(20)).toMatchObject({ unclear: false, cost: { charged: 0, unclear: false } });
    continueWith(delivered);
    expect(await ask(20)).toMatchObject({ charged: 10, source: 'service' });
  },
);

/** A request has a hundred companies, and the first one all records. */
const companies = Array.from({ length: 150 }, (_, index) => `${index === 0 ? 'acme' : index}.example`);

test.each([
  ['refuses', refusal('BAD_INPUT'), false],
  ['leaves unanswered', cut, true],
] satisfies [string, Send, boolean][])(
  'of two requests of which the service %s one, the answer of the other is not paid again',
  async (_how, fails, unclear) => {
    const { ask, failing, charged, continueWith } = begin([asSpecified, fails], false);
    const failure = await failing(1_000, { companies });
    expect(failure).toMatchObject({ unclear, cost: { charged: 10, unclear } });
    continueWith(asSpecified);
    // a new value is what the error of an unclear purchase asks for
    const repeated = await ask(1_000, { companies, ...(unclear && { refresh: '2' }) });
    expect(repeated).toMatchObject({ charged: 0, paid: 10, records: { length: 10 } });
    expect(charged()).toBe(10);
    // the next forced request is a purchase of its own
    expect(await ask(1_000, { companies, refresh: '3' })).toMatchObject({ charged: 10 });
  },
);

test('a new value of refresh asks again for all, if a request was refused', async () => {
  const { ask, failing, continueWith } = begin([asSpecified, refusal('NO_CREDITS')], false);
  await failing(1_000, { companies });
  continueWith(asSpecified);
  expect(await ask(1_000, { companies, refresh: '2' })).toMatchObject({ charged: 10, source: 'service' });
});

test('an answer is stored before its charge is reported, so a meter that fails loses nothing', async () => {
  const { ask, failing, charged, meter } = begin([delivered]);
  meter.isBroken = true;
  expect(await failing(20)).toEqual(new Error('the disk is full'));
  meter.isBroken = false;
  expect(await ask(20)).toMatchObject({ charged: 0, paid: 10, source: 'store' });
  expect(charged()).toBe(10);
});

test('the error of an answer that cannot be stored says its cost, and the next call repeats it, free', async () => {
  const { ask, failing, charged, charges, disk } = begin([delivered]);
  disk.isFull = true;
  expect(await failing(20)).toMatchObject({ code: 'SERVICE', cost: { charged: 10, unclear: false } });
  disk.isFull = false;
  expect(await ask(20)).toMatchObject({ charged: 0, paid: 10, source: 'repeated' });
  expect(charged()).toBe(10);
  expect(charges.map((one) => one.charged)).toEqual([10, 0]);
});

test('the error of a purchase that failed in part says its cost, also if that cannot be stored', async () => {
  const { failing, disk, charges } = begin([asSpecified, refusal('NO_CREDITS')], false);
  disk.isFull = true;
  expect(await failing(1_000, { companies })).toMatchObject({ code: 'SERVICE', cost: { charged: 10 } });
  expect(charges.map((one) => one.charged)).toEqual([10]);
});

test('of equal calls at once that fail, one reports the charge', async () => {
  const unreadable: Send = async (service, request) => ({
    ...(await service.send(request)),
    text: '[{"id": ',
  });
  const { failing, charged, charges } = begin([unreadable]);
  const failures = await Promise.all([failing(4), failing(4), failing(4)]);
  expect(charged()).toBe(4);
  expect(failures.map((error) => error?.cost.charged)).toEqual([4, 0, 0]);
  expect(charges).toEqual([{ dataset: 'business-expansion', charged: 4, owned: 0, source: 'service' }]);
  expect(new Set(failures.map((error) => error?.message)).size).toBe(1);
});

test('an answer that another program stores while a purchase is planned is not paid again', async () => {
  const service = fakeService(RECORDS, { ...RULES, tellsCap: false });
  const store = createMemoryStore();
  let isAskedByOther = false;
  const other = clientOver(service, { store });
  const send: Transport['send'] = async (request) => {
    if (request.url.endsWith('/estimate') && !isAskedByOther) {
      isAskedByOther = true;
      await other.expansions({ ...QUESTION, maxCredits: 20 });
    }
    return service.send(request);
  };
  const own = clientOver({ ...service, send }, { store });
  const rows = await own.expansions({ ...QUESTION, maxCredits: 15 });
  expect(rows).toMatchObject({ charged: 0, source: 'store' });
  expect([...service.paid.values()].every((count) => count === 1)).toBe(true);
  // and no purchase stays open
  expect(await own.expansions({ ...QUESTION, maxCredits: 15 })).toMatchObject({ source: 'store' });
});
