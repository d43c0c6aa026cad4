/** Texts on a terminal. */
import { printable } from '../../src/contract/printable.js';

test('control characters are written as in JSON; tabs, lines and letters stay', () => {
  expect(printable('1\tÄcme 😀\n\u001b]0;title\u0007\u009b31m\r\u202egro', '\t\n')).toBe(
    '1\tÄcme 😀\n\\u001b]0;title\\u0007\\u009b31m\\u000d\\u202egro',
  );
  expect(JSON.parse(printable(JSON.stringify(['\u001b\u009b\u007f'])))).toEqual(['\u001b\u009b\u007f']);
});
