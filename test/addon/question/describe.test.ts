import { describeQuestion } from '../../../src/addon/question/question.js';

test.each([
  [
    {
      dataset: 'business-expansion',
      companies: [],
      groups: [],
      filters: { expansionType: ['HQ', 'Mine'], limit: 100 },
    },
    'EXPANSIONS: expansionType HQ | Mine, limit 100',
  ],
  [
    {
      dataset: 'major-hiring',
      companies: ['a.example', 'b.example', 'c.example', 'd.example'],
      groups: ['Key accounts'],
      filters: { startDate: '-30d', limit: 5 },
    },
    'HIRINGS: a.example, b.example, and 2 more, group Key accounts, startDate -30d, limit 5',
  ],
] as const)('a question reads as words', (question, words) => expect(describeQuestion(question)).toBe(words));
