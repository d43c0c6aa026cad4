/** What the ledger counts as spent when a day begins. */
import { type Book, committed, EMPTY_BOOK, turnTo } from '../../../src/addon/spending/ledger-book.js';

test('the ledger never turns back to a day that is over', () => {
  const book = { ...EMPTY_BOOK, day: '2026-11-01', month: '2026-11', today: 50, thisMonth: 50 };
  expect(turnTo(book, '2026-10-31', Date.UTC(2026, 10, 1, 1))).toEqual(book);
});

test('what is open when a day begins stays open for a day, and then counts as spent', () => {
  const at = Date.UTC(2026, 10, 1, 23, 40);
  const open = [{ token: 't', key: 'k', asked: 'a', amount: 7, at, sent: at, slot: 0, refreshCause: '' }];
  const month = { month: '2026-11', thisMonth: 50 };
  const book: Book = {
    ...EMPTY_BOOK,
    ...month,
    day: '2026-11-01',
    today: 50,
    open: [{ ...open[0]!, unclear: true }],
  };
  const next = turnTo(book, '2026-11-02', at + 3_600_000);
  expect(next).toMatchObject({ ...month, day: '2026-11-02', today: 0, open });
  expect(next.open[0]).not.toHaveProperty('unclear');
  expect(committed(next)).toBe(7);
  expect(turnTo(next, '2026-11-02', at + 86_400_000)).toMatchObject({ today: 7, thisMonth: 57, open: [] });
  expect(turnTo(book, '2026-11-03', at + 86_400_000)).toMatchObject({ today: 0, thisMonth: 57, open: [] });
});
