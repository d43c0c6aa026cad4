/** Compares searches for companies with a model: random texts, with none, few or many companies tracked. */
import { MAX_FOUND } from '../../../src/contract/enumerations.js';
import type { Company } from '../../../src/service/database/companies.js';
import { createRandom, type Random } from '../../../src/service/seed/random.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { useEngine } from '../support/engines.js';

const COUNT = 2_600;
const TEXTS = scaled(150, 900);
/** From the most frequent to the rarest. */
const WORDS = ['data', 'north', 'wolf', 'pine', 'vale', 'osinski', 'd%ta', 'über', 'a_b', 'qux'];

function makeCompanies(random: Random): Company[] {
  const word = () => WORDS[Math.floor(WORDS.length * random.next() ** 3)]!;
  return Array.from({ length: COUNT }, (_, index) => ({
    id: `c${index}`,
    ...(index % 17 !== 0 && { name: `${word().toUpperCase()} ${word()} ${random.integer(0, 400)}` }),
    ...(index % 13 !== 0 && { domain: `${word()}${random.integer(0, 900)}.example` }),
  }));
}

/** A part of a name or a domain, sometimes with a mistake. */
function makeText(random: Random, companies: readonly Company[]): string {
  const { name = 'nobody', domain = name } = random.pick(companies);
  const source = random.chance(0.6) ? name : domain;
  const start = random.chance(0.5) ? 0 : random.integer(0, source.length - 1);
  const text = source.slice(start, start + random.integer(1, 12));
  return random.chance(0.1) ? `${text}${random.pick(['%', '_', '\\', 'z'])}` : text;
}

/** The expected result, by comparing all companies. Texts of less than three characters match beginnings. */
function expected(companies: readonly Company[], tracked: ReadonlySet<string>, text: string): string[] {
  const part = text.toLowerCase();
  const isPart = [...text].length >= 3;
  const ranked = companies.flatMap((company) => {
    const [name, domain] = [company.name?.toLowerCase(), company.domain?.toLowerCase()];
    const isTracked = tracked.has(company.id);
    const rank = [name?.startsWith(part), domain?.startsWith(part)].indexOf(true);
    if (rank < 0) {
      if (!isPart || !(name?.includes(part) || domain?.includes(part))) return [];
    }
    const order = [isTracked ? 0 : 1, rank < 0 ? 2 : rank, (rank === 1 ? domain : name) ?? '\u{10ffff}'];
    return [{ found: `${company.id} ${isTracked}`, order: [...order, company.id] }];
  });
  ranked.sort((one, other) => {
    const at = one.order.findIndex((value, index) => value !== other.order[index]);
    return one.order[at]! < other.order[at]! ? -1 : 1;
  });
  return ranked.slice(0, MAX_FOUND).map(({ found }) => found);
}

describe(`SEED=${SEED}`, () => {
  const engine = useEngine();
  const random = createRandom(`${SEED} search`);
  const companies = makeCompanies(random);
  beforeAll(() => engine.store.putCompanies(companies));

  test.each([
    ['none is tracked', 0],
    ['few are tracked', 60],
    ['many are tracked', 1_200],
  ])('%s', async (_what, count) => {
    const tracked = random.sample(companies, count).map(({ id }) => id);
    await engine.store.addToGroup('Tracked', tracked);
    const ways = new Set<string>();
    for (let index = 0; index < TEXTS; index += 1) {
      const text = makeText(random, companies);
      const found = await engine.store.searchCompanies({ query: text });
      const names = found.map(({ id, tracked: isTracked }) => `${id} ${isTracked}`);
      expect({ text, names }).toEqual({ text, names: expected(companies, new Set(tracked), text) });
      ways.add(`${text.length < 3 ? 'short' : 'long'}, ${names.length < MAX_FOUND ? 'all' : 'the first'}`);
    }
    expect([...ways].sort()).toEqual(['long, all', 'long, the first', 'short, all', 'short, the first']);
    await engine.store.deleteGroup('Tracked');
  });
});
