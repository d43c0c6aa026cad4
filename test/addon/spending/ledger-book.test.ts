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

test('each day keeps what was spent on it, for a month', () => {
  const spend = (book: Book, day: string, credits: number): Book => {
    const turned = turnTo(book, day, Date.parse(day));
    return { ...turned, today: turned.today + credits };
  };
  const first = spend(spend(EMPTY_BOOK, '2026-10-20', 5), '2026-10-21', 0);
  const book = spend(spend(first, '2026-10-22', 7), '2026-11-18', 9);
  expect(book.days).toEqual({ '2026-10-20': 5, '2026-10-22': 7 });
  expect(turnTo(book, '2026-11-19', Date.parse('2026-11-19')).days).toEqual({
    '2026-10-22': 7,
    '2026-11-18': 9,
  });
  // an execution that began before midnight changes nothing
  expect(turnTo(book, '2026-11-17', Date.parse('2026-11-18')).days).toEqual(book.days);
});

test('what may have been charged counts into the day on which it was reserved last', () => {
  const at = Date.UTC(2026, 10, 1, 12);
  const open = [{ token: 't', key: 'k', asked: 'a', amount: 7, at, sent: at, slot: 0, refreshCause: '' }];
  const book: Book = { ...EMPTY_BOOK, day: '2026-11-01', month: '2026-11', today: 50, open };
  expect(turnTo(book, '2026-11-03', at + 90_000_000).days).toEqual({ '2026-11-01': 57 });
});
