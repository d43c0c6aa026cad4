/** Fact 13 of the first day, for programs: codes and names decide a request's outcome, never words. */
import { createService } from '../../src/client/service.js';

/** A purchase each try of which fails. */
const failing = (error: unknown, sleep = () => Promise.resolve()) =>
  createService({
    baseUrl: 'https://signals.example',
    apiKey: 'secret-key',
    transport: { send: () => Promise.reject(error), close: () => Promise.resolve() },
    timeoutMs: 1_000,
    now: () => 0,
    sleep,
  }).query('business-expansion', [{}], { token: 't', canRepeat: false });

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
  const failure: unknown = await failing(error).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject(told);
  expect(String(failure)).not.toContain('secret-key');
});

test.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'says what to do about a certificate, and does not try again: %s',
  async (code) => {
    const sleep = jest.fn(() => Promise.resolve());
    const failure: unknown = await failing(coded(code), sleep).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({
      message: `#SERVICE: the service's certificate is not trusted (${code}); check the address, or set NODE_EXTRA_CA_CERTS`,
      unclear: false,
    });
    expect(sleep).not.toHaveBeenCalled();
  },
);
