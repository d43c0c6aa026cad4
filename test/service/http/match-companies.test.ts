/** Matching by indexes gives the same companies as comparing all, and a wrong body is refused. */

import { readCompanyName } from '../../../src/contract/company-names.js';
import { MATCH_PATH, type MatchedCompanies } from '../../../src/contract/lookups.js';
import { MAX_MATCHED } from '../../../src/contract/match-answer.js';
import { matchCompany, nameCompany, readWantedCompany } from '../../../src/service/database/company-match.js';
import { makeUniverse } from '../../../src/service/seed/company-universe.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { COMPANY_SETS } from '../database/match/company-sets.js';
import { misspell } from '../database/match/misspell.js';
import { useSample } from '../support/sample-service.js';
import { refusalIn } from '../support/test-service.js';

const { ask, engine } = useSample();
const send = (body: unknown) => ask(MATCH_PATH, body);
const match = async (texts: readonly string[]) =>
  ((await send({ companies: texts })).json() as MatchedCompanies).matches;
const matchInParts = async (texts: readonly string[]): Promise<MatchedCompanies['matches']> => {
  const rest = texts.slice(MAX_MATCHED);
  const matches = await match(texts.slice(0, MAX_MATCHED));
  return rest.length === 0 ? matches : [...matches, ...(await matchInParts(rest))];
};

test('messy texts match the same companies as a comparison with all of them, at no cost', async () => {
  const companies = COMPANY_SETS.flatMap((set) => set.companies);
  for (const { formerNames = [], ...company } of companies) {
    for (const name of [...formerNames, company.name!])
      await engine.store.putCompanies([{ ...company, name }]);
  }
  const texts = COMPANY_SETS.flatMap((set) => set.texts.map(([text]) => text));
  const known = companies.map(nameCompany);
  const shown = ({ status, company }: { status: string; company?: { id: string } }) =>
    `${status} ${company?.id ?? ''}`;
  const matches = await matchInParts(texts);
  expect(matches.map(shown)).toEqual(
    texts.map((text) => shown(matchCompany(readWantedCompany(text), known))),
  );
  expect((await match(['Facebook']))[0]).toEqual({
    status: 'renamed',
    confidence: 90,
    company: {
      id: 'c_015',
      name: 'Meta Platforms, Inc.',
      domain: 'meta.com',
      location: 'Menlo Park, California, USA',
      formerNames: ['Facebook, Inc.'],
    },
    alternatives: [],
  });
});

test(`misspelled names of a thousand companies: no wrong match, and 95 of 100 are found (SEED=${SEED})`, async () => {
  const { companies } = makeUniverse();
  await engine.store.putCompanies(companies);
  const cores = companies.map(({ name }) => readCompanyName(name).core);
  const random = createRandom(SEED);
  // a name that two companies share matches neither
  const unique = companies.filter(
    (_, index) => cores.indexOf(cores[index]!) === cores.lastIndexOf(cores[index]!),
  );
  const wanted = random.some(unique, 1_000).map(({ id, name, domain }) => ({
    id,
    text: misspell(random, name, domain),
  }));
  const wrong: string[] = [];
  let found = 0;
  const matches = await matchInParts(wanted.map(({ text }) => text));
  matches.forEach(({ company }, index) => {
    const { id, text } = wanted[index]!;
    if (company?.id === id) found += 1;
    else if (company) wrong.push(`${text}: ${company.name}, and ${id} was meant`);
  });
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThanOrEqual(0.95 * wanted.length);
});

test.each<[string, object, string?]>([
  ['nothing', {}],
  ['an empty list', { companies: [] }],
  ['one text', { companies: 'Acme' }],
  ['a number', { companies: [1] }],
  ['a zero byte', { companies: ['a\0'] }],
  ['a long text', { companies: ['a'.repeat(301)] }],
  ['too many texts', { companies: Array.from({ length: MAX_MATCHED + 1 }, () => 'a') }],
  ['an unknown field', { companies: ['Acme'], limit: 1 }, 'limit is not known; send companies alone'],
])('%s instead of a list of texts is refused', async (_, body, message = 'companies must be a list') => {
  expect(refusalIn(await send(body))).toMatch(`400 BAD_INPUT: ${message}`);
});

test('hostile texts match no company', async () => {
  const hostile = [
    '\ud800',
    'a\udfff',
    "'; drop table company; --",
    '%_\\',
    '(((',
    '\ufdfa'.repeat(300),
    '\u{1f680}'.repeat(300),
    '\u0300',
    ' ',
  ];
  expect((await match(hostile)).map(({ status }) => status)).toEqual(hostile.map(() => 'none'));
});

test('a company with a long name is stored and found', async () => {
  const name = `Long ${'\ufdfa '.repeat(60)}`;
  await engine.store.putCompanies([{ id: 'long', name }]);
  expect((await match([name, 'long']))[0]).toMatchObject({ status: 'exact', company: { id: 'long' } });
});
