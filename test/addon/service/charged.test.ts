/** What an answer has cost is what the service says, where it says so. */
import { isSignalsError } from '../../../src/addon/errors.js';
import { pushNewsCall, queryCall } from '../../../src/addon/service/calls.js';
import { creditsIn } from '../../../src/addon/table/response-body.js';

test.each<[string | undefined, number]>([
  ['2', 2],
  ['0', 0],
  [undefined, 3],
  ['many', 3],
  ['-1', 3],
  ['1.5', 3],
])('an answer of three records whose header says %j', (charged, credits) => {
  const { read } = queryCall('business-expansion', [{ limit: 10 }], ['token.0']);
  const text = JSON.stringify(['a', 'b', 'c'].map((id) => ({ id, announcedDate: '2026-11-01' })));
  const header = (name: string) => (name === 'x-credits-charged' ? charged : undefined);
  const bodies = read([{ status: 200, text, header }]).flatMap((one) => (isSignalsError(one) ? [] : [one]));
  expect(creditsIn(bodies)).toBe(credits);
});

test('pushed news that the service refuses in its body are refused', () => {
  const { read } = pushNewsCall({ group: 'Key', days: 1, callbackUrl: 'https://news.example' });
  const answerWith = (body: unknown) => () =>
    read([{ status: 200, text: JSON.stringify(body), header: () => undefined }]);
  expect(answerWith({ status: '404', message: 'no such group' })).toThrow(/^#NO_GROUP/);
  const answered = answerWith({ status: '200', response: { status: 404 } });
  expect(answered()).toEqual({ response: '{"status":404}', status: 200 });
});
