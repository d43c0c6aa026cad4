/** The formula for a question: a live cell in place of values. */
import { isBlank, isDate } from '../addon/question/cells.js';
import type { Zone } from '../addon/question/zone.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { separatorsOf } from '../contract/formula.js';
import { type BuilderValue, writeFormula } from '../contract/formula-question.js';
import { optionsOf } from './read-question.js';
import type { AnyQuestion, OptionValue } from './types.js';

/** @param question one that has been read without a refusal */
export function formulaOf(
  dataset: DatasetName,
  question: AnyQuestion,
  { zone, locale }: { readonly zone: Zone; readonly locale: string },
): string {
  const readValue = (value: OptionValue): BuilderValue => ({
    kind: 'texts',
    texts: [value].flat().flatMap((one: unknown) => {
      if (isDate(one)) return [zone.dayOf(one)];
      if (typeof one === 'boolean') return [one ? 'TRUE' : 'FALSE'];
      return isBlank(one) ? [] : [String(one).trim()];
    }),
  });
  const parts = optionsOf(question)
    .map(([name, value]) => ({ kind: 'option', name, value: readValue(value) }) as const)
    .filter(({ value }) => value.kind === 'texts' && value.texts.length > 0);
  const first = readValue(question['companies'] ?? '');
  const { functionName } = DATASETS[dataset];
  return writeFormula({ functionName, first, parts }, separatorsOf(locale));
}
