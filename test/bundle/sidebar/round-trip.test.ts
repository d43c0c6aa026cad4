/** Questions of the builder: each formula evaluates in the sheet. test/contract/formula-question.test.ts opens and writes them. */

import { DATASETS } from '../../../src/contract/datasets.js';
import {
  CHANGE_REASONS,
  COMPANY_TYPES,
  CURRENCIES,
  DATE_TYPES,
  EXPANSION_TYPES,
  INDUSTRIES,
} from '../../../src/contract/enumerations.js';
import { separatorsOf } from '../../../src/contract/formula.js';
import {
  type BuilderQuestion,
  datasetOf,
  type Part,
  writeFormula,
} from '../../../src/contract/formula-question.js';
import { columnsFor, valueWith } from '../../../src/sidebar/draft/question-edit.js';
import fc from '../../support/fast-check.js';
import { useHost } from '../../support/host.js';
import { scaled } from '../../support/scale.js';
import { useService } from '../../support/service.js';

const QUESTIONS = scaled(40, 500);
/** Of the sheet: a formula in every fifth row, one cell wide and at most three rows high. */
const ROWS_APART = 5;
const FORMULAS_PER_COLUMN = 100;

const some = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: Math.min(3, values.length) });
const one = (...values: readonly string[]) => fc.constantFrom(...values).map((value) => [value]);

/** Values that each filter understands. */
const VALUES: Readonly<Record<string, fc.Arbitrary<readonly string[]>>> = {
  dateType: one(...DATE_TYPES),
  startDate: one('-30d', '-12w', 'last month', 'this year', '2025-03-01'),
  endDate: one('today', 'this month'),
  companyName: some(['Acme', 'Foods, Inc.', 'say "hi"']),
  companyDomain: some(['acme.example', 'beta.example']),
  companyIndustry: some(INDUSTRIES),
  companyLocation: some(['Texas', 'Germany', 'Detroit, Michigan']),
  companyType: some(COMPANY_TYPES),
  companyTicker: some(['ACME', 'XYZ']),
  expansionType: some(EXPANSION_TYPES),
  expansionLocation: some(['Texas', 'Germany', 'UK']),
  jobs: one('>=100', '10..500', '!=0', '1K', '<5M'),
  industries: some(INDUSTRIES),
  industrySegments: some(['Batteries', 'Cloud, hybrid']),
  countries: some(['Germany', 'USA']),
  companyIds: some(['c_000001', 'c_000002']),
  count: one('0', '50', '1000'),
  title: one('CEO', 'chief financial officer'),
  reason: one(...CHANGE_REASONS),
  headers: one('TRUE', 'FALSE'),
};

const question: fc.Arbitrary<BuilderQuestion> = fc
  .constantFrom('EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES')
  .chain((functionName) => {
    const filters = Object.keys(DATASETS[datasetOf(functionName)!].filters);
    const names = [...filters.filter((name) => VALUES[name]), 'headers'];
    const { all } = columnsFor({ functionName, parts: [] });
    return fc
      .record({
        chosen: fc.subarray(names, { maxLength: 5 }),
        column: fc.constantFrom(...all.map(({ path }) => path)),
        limit: fc.integer({ min: 1, max: 2 }),
        money: functionName === 'EXPANSIONS' ? fc.boolean() : fc.constant(false),
        currency: fc.oneof(some(CURRENCIES), fc.constant(['any'])),
        companies: fc.constantFrom<readonly string[]>([], [], ['acme.example']),
      })
      .chain(({ chosen, column, limit, money, currency, companies }) =>
        fc.tuple(...chosen.map((name) => VALUES[name]!)).map((values): BuilderQuestion => {
          const option = (name: string, ...found: readonly string[]): Part => ({
            kind: 'option',
            name,
            value: valueWith(...found),
          });
          // companies stand in one place, and version 1 would look domains up in groups
          const named = chosen.some((name) => name.startsWith('company') && VALUES[name]);
          const first = functionName === 'EXPANSIONS' && !named ? companies : [];
          return {
            functionName,
            first: valueWith(...first),
            parts: [
              ...chosen.map((name, index) => option(name, ...values[index]!)),
              ...(money ? [option('investment', '>=1M'), option('currency', ...currency)] : []),
              option('columns', column),
              option('limit', String(limit)),
            ],
          };
        }),
      );
  });

function generate(): BuilderQuestion[] {
  return fc.sample(question, { numRuns: QUESTIONS });
}

describe('in the sheet', () => {
  const service = useService({ credits: 1_000_000 });
  const host = useHost(() => ({ connection: { baseUrl: service.baseUrl, apiKey: service.apiKey } }));

  beforeEach(async () => {
    await host.run('saveRules', [{ dailyBudget: 1_000_000, freshness: { mode: 'daily' } }], {
      mode: 'sidebar',
    });
  });

  test('every formula evaluates', async () => {
    const US = separatorsOf('en_US');
    const cells = generate().map((asked, index) => ({
      formula: writeFormula(asked, US),
      a1: `${String.fromCharCode(65 + Math.floor(index / FORMULAS_PER_COLUMN))}${(index % FORMULAS_PER_COLUMN) * ROWS_APART + 1}`,
    }));
    for (let from = 0; from < cells.length; from += 20) {
      for (const { a1, formula } of cells.slice(from, from + 20)) host.workbook.type(a1, formula);
      await host.settled();
    }
    const failed = cells
      .map(
        ({ a1, formula }) =>
          `${formula} ${host.workbook.message(a1)}${String(host.workbook.read(a1)[0]?.[0]?.value)}`,
      )
      .filter((line) => /#[A-Z_]+[!:?]|Loading/.test(line));
    expect(failed).toEqual([]);
  });
});
