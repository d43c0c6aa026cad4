/** Errors of the client name remedies without a spreadsheet. */
import { errors } from '../../src/addon/errors.js';
import { errorResult } from '../../src/client/assistant/results.js';
import { forClient } from '../../src/client/errors.js';
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
