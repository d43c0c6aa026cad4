/** Stored answers outlive the set of columns that they were stored with. */
import { decodeAnswer, encodeAnswer } from '../../../src/addon/answers/answer-codec.js';
import { asciiJson } from '../../../src/addon/storage/ascii-json.js';
import { hash } from '../../../src/addon/storage/hash.js';
import { columnsOf } from '../../../src/contract/fields.js';
import { MAJOR_HIRING } from '../../../src/contract/records.js';

const PATHS = columnsOf(MAJOR_HIRING).map(({ path }) => path);
const ANSWER = {
  identity: '["major-hiring",[],[],[]]',
  payer: 'a payer',
  held: {
    rows: [PATHS.map((path) => `value of ${path}`)],
    floor: '',
    askedAt: 1,
    through: '2026-01-01',
    start: '',
    refreshed: false,
    tokens: [],
    derived: false,
    reservation: '',
    credits: 0,
  },
};

/** The same answer as a version of the add-on with other columns stored it. */
function storedWith(paths: readonly string[]): string {
  const [, json = ''] = /^\S+ (.*)$/s.exec(encodeAnswer(ANSWER)) ?? [];
  const [version, identity, payer, , rest] = JSON.parse(json) as unknown[];
  const rows = [paths.map((path) => `value of ${path}`)];
  const text = asciiJson([version, identity, payer, paths, rest, rows]);
  return `${hash(text)} ${text}`;
}

test('an answer comes back as it was', () => {
  expect(decodeAnswer(encodeAnswer(ANSWER))).toEqual(ANSWER);
});

test('a column that came later is empty in what was stored before, and shifts no other', () => {
  const before = PATHS.filter((path) => path !== 'company.domain');
  const [row] = decodeAnswer(storedWith(before))!.held.rows;
  expect(row).toEqual(PATHS.map((path) => (path === 'company.domain' ? null : `value of ${path}`)));
});

test('a column that is gone is left out, whatever the order was', () => {
  const before = ['gone', ...[...PATHS].reverse()];
  expect(decodeAnswer(storedWith(before))!.held.rows).toEqual(ANSWER.held.rows);
});
