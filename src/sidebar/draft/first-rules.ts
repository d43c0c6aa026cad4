/** The first rules of a new sheet for scores. */
import type { DatasetName } from '../../contract/datasets.js';
import { datasetOf } from '../../contract/formula-question.js';

type Rule = readonly [rule: string, points: number];

/** They name columns of the dataset in English, as formulas do in every language. */
const RULES: Readonly<Partial<Record<DatasetName, readonly Rule[]>>> = {
  'business-expansion': [
    ['jobs >=100', 10],
    ['amount >=10M', 10],
    ['type HQ', 5],
    ['place Texas', 5],
    ['days <=7', 3],
  ],
  'major-hiring': [
    ['jobs >=500', 10],
    ['place Texas', 5],
    ['days <=7', 3],
  ],
  'executive-change': [
    ['category CEO', 10],
    ['hq Texas', 5],
    ['days <=7', 3],
  ],
};

export function firstRules(functionName: string): readonly Rule[] {
  const dataset = datasetOf(functionName);
  // every dataset has a day of announcement
  return dataset ? (RULES[dataset] ?? [['days <=7', 3]]) : [];
}
