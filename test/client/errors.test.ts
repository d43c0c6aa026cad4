/** Errors of the client name remedies without a spreadsheet; codes and names decide a request's outcome, never words. */
import { errors } from '../../src/addon/errors.js';
import { errorResult } from '../../src/client/assistant/results.js';
import { failureOf as failureIn } from '../../src/client/costs.js';
import { forClient } from '../../src/client/errors.js';
import { createService } from '../../src/client/service.js';
import type { Transport } from '../../src/client/types.js';
import { chargeOf, textOf } from './assistant/support/tool-result.js';

const REACHED = [
  [errors.badKey(), errors.noCredits(), errors.fewCredits(10), errors.noGroup('A')],
  [errors.throttled(), errors.timeout(60), errors.unclear(), errors.capReached()],
  [errors.unreachable('ECONNREFUSED'), errors.status(500, 'broken'), errors.wrongAddress()],
  [errors.proxy(407), errors.refused('limit must be smaller'), errors.notJson('<html>')],
  [errors.unknownOption('a', 'EXPANSIONS'), errors.noValue('from'), errors.companiesTwice('name')],
  [errors.badCompany('TRUE'), errors.tooMany('type', 6_000, 5_000)],
  [errors.tooLong('type', 'x', 1_000), errors.lowLimit(1, 2), errors.oneValue('limit')],
  [errors.badDate('from', 'x'), errors.badAmount('jobs', 'x'), errors.noCurrency()],
  [errors.currencyWanted(), errors.badWhole('limit', 'x', 1), errors.cellError('type', '#N/A')],
  [errors.badCell('type', 'object'), errors.unresolved(['a']), errors.emptyGroup('a')],
  [errors.badAddress(), errors.badKeyText(), errors.unknownZone('Mars/Base')],
  [errors.badChoice('country', 'X', undefined, Array(60).fill('Y')), errors.badColumn('x')],
].flat();

test.each(REACHED.map((error) => [error.message, error] as const))('%s', (_, error) => {
  const told = forClient(error) as Error & { code: string };
  expect(told.message).not.toMatch(/sidebar|Signals >|File >|recalculate|\bcell\b|spreadsheet|undefined/i);
  expect(told.code).toBe(error.code);
  expect(told.message.length).toBeLessThan(140 + '#BAD_INPUT: '.length);
});

test('a time-out asks for the very same, because a lower limit would be another purchase', () => {
  expect(forClient(errors.timeout(60))).toMatchObject({
    message: '#TIMEOUT: no answer within 60 s; ask the very same again, which is not charged twice',
    unclear: true,
  });
});

test('other errors are unchanged', () => {
  const error = new Error('choose Signals > Refresh selection to retry');
  expect(forClient(error)).toBe(error);
});

test('an unexpected error of a paid call tells an assistant the cost, and no file', () => {
  const cost = { charged: 3, owned: 0, unclear: false };
  const result = errorResult(Object.assign(new RangeError('too long at /srv/client.js'), { cost }), 5);
  expect(chargeOf(result)).toEqual(cost);
  expect(textOf(result)).toMatch(
    /^#SERVICE: something went wrong in the client; .*\nCost: 3 credits charged\.\nWhat to do: /,
  );
  expect(textOf(result)).not.toContain('/srv');
});

/** The error of a purchase that a transport sends. */
async function failureOver(send: Transport['send'], sleep = () => Promise.resolve()): Promise<unknown> {
  const service = createService({
    ...{ baseUrl: 'https://signals.example', apiKey: 'secret-key', timeoutMs: 1_000, now: () => 0, sleep },
    transport: { send, close: () => Promise.resolve() },
  });
  const purchase = { token: 't', requests: [{ body: {}, most: null }], canRepeat: false };
  return failureIn(await service.query('business-expansion', purchase));
}

/** The error of a purchase each try of which fails. */
const failureOf = (error: unknown, sleep?: () => Promise<void>) =>
  failureOver(() => Promise.reject(error), sleep);

test('a transport made of fetch gets the content type, and may give null for a missing header', async () => {
  const missing = null as unknown as undefined;
  const send = jest.fn(async () => ({ status: 407, text: '', header: () => missing }));
  expect(await failureOver(send)).toMatchObject({ details: { key: 'currencyWanted' } });
  const headers = expect.objectContaining({ 'content-type': 'application/json' });
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ headers }));
});

const fetchFailed = (cause: unknown) => Object.assign(new TypeError('fetch failed'), { cause });
const coded = (code: string) => Object.assign(new Error('secret-key in words'), { code });

test.each([
  ['a refused connection', fetchFailed(coded('ECONNREFUSED')), { code: 'SERVICE', unclear: false }],
  ['a certificate', fetchFailed(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), { code: 'SERVICE', unclear: false }],
  ['a connection that was cut', fetchFailed(coded('ECONNRESET')), { code: 'SERVICE', unclear: true }],
  ['words of a refused connection', new Error('connect ECONNREFUSED'), { code: 'SERVICE', unclear: true }],
  ['a time limit', new DOMException('zu spät', 'TimeoutError'), { code: 'TIMEOUT', unclear: true }],
  ['words of a time limit', new Error('TimeoutError'), { code: 'SERVICE', unclear: true }],
  ['no error', 'ETIMEDOUT', { code: 'SERVICE', unclear: true }],
])('%s', async (_what, error, told) => {
  const failure = await failureOf(error);
  expect(failure).toMatchObject(told);
  expect(String(failure)).not.toContain('secret-key');
});

test.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'says what to do about a certificate, and does not try again: %s',
  async (code) => {
    const sleep = jest.fn(() => Promise.resolve());
    expect(await failureOf(coded(code), sleep)).toMatchObject({
      message: `#SERVICE: the service's certificate is not trusted (${code}); check the address, or set NODE_EXTRA_CA_CERTS`,
      unclear: false,
    });
    expect(sleep).not.toHaveBeenCalled();
  },
);
