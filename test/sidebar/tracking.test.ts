/** The choices of a person for a column of companies. */
import { compareIds, isGroupName, joinedChanges } from '../../src/contract/tracking.js';
import { chosenIds, companiesIn, compareWithGroup, trackedTexts } from '../../src/sidebar/draft/tracking.js';
import { shownCompany, shownText } from '../../src/sidebar/page/service-answers.js';

const [a, b] = [
  { id: 'a', name: 'Acme', domain: 'acme.example', location: 'Detroit' },
  { id: 'b', domain: 'beta.example' },
];
const NOTHING = { added: [], already: [], removed: [], absent: [], unknown: [] };
const COLUMN = {
  place: 'Sheet1!A1:A4',
  texts: ['acme', 'Acme Inc', 'A', 'x'],
  left: 0,
  unreadable: 0,
  matches: [
    { status: 'exact', confidence: 99, company: a, alternatives: [] },
    { status: 'exact', confidence: 95, company: a, alternatives: [b] },
    { status: 'several', confidence: 60, alternatives: [a, b] },
    { status: 'none', confidence: 0, alternatives: [] },
  ],
} as const;

test('a certain match is chosen, and each company counts once', () => {
  const texts = trackedTexts(COLUMN);
  expect(texts.map(({ chosen }) => chosen)).toEqual(['a', 'a', '', '']);
  expect(chosenIds(texts)).toEqual(['a']);
  expect(companiesIn(texts).map(({ id }) => id)).toEqual(['a', 'a', 'b', 'a', 'b']);
  const { matches: _matches, ...unmatched } = COLUMN;
  expect(trackedTexts(unmatched)).toEqual([]);
});

test('a list and a group are compared by ids, each once', () => {
  const compared = compareIds(['a', 'b', 'a'], ['b', 'c']);
  expect(compared).toEqual({ both: ['b'], onlyListed: ['a'], onlyInGroup: ['c'] });
});

test('consecutive changes are joined', () => {
  expect(
    joinedChanges([
      { ...NOTHING, added: ['a'] },
      { ...NOTHING, added: ['b'], unknown: ['c'] },
    ]),
  ).toEqual({ ...NOTHING, added: ['a', 'b'], unknown: ['c'] });
});

test.each([
  ['Key accounts', true],
  ['ä'.repeat(100), true],
  ['', false],
  ['.', false],
  ['..', false],
  ['.net', true],
  [' a', false],
  ['a ', false],
  ['a\nb', false],
  ['a\u202eb', false],
  ['a\u2028b', false],
  ['a'.repeat(101), false],
])('the name "%.12s" of a new group: %s', (name, isAllowed) => expect(isGroupName(name)).toBe(isAllowed));

test('companies are shown by name, domain and place, without invisible characters', () => {
  expect([shownCompany(a), shownCompany(a, true), shownCompany(b)]).toEqual([
    'Acme (acme.example)',
    'Acme (acme.example, Detroit)',
    'b (beta.example)',
  ]);
  expect(shownText('a\u202eb\u0000')).toBe('a b ');
  expect(shownText('x'.repeat(500))).toHaveLength(200);
});

test('a company that the rest of the column may mean is not said to be in the group only', () => {
  const texts = trackedTexts(COLUMN);
  const compared = { both: ['a'], onlyListed: [] };
  expect(compareWithGroup(0, texts, ['a', 'b', 'c'])).toEqual({ ...compared, onlyInGroup: ['c'] });
  expect(compareWithGroup(3, texts, ['a', 'b', 'c'])).toEqual({ ...compared, onlyInGroup: [] });
  // once the person has chosen, the other company that the text could mean is missing
  const chosen = texts.map((one) => (one.text === 'A' ? { ...one, chosen: 'a' } : one));
  expect(compareWithGroup(0, chosen, ['b']).onlyInGroup).toEqual(['b']);
});
