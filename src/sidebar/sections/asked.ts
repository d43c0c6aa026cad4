/** What keeps the builder's question from being asked. */
import { type Contradiction, contradictionsOf, MISSING } from '../draft/contradictions.js';
import { finished } from '../draft/question-edit.js';
import { leftOut } from '../draft/sentence-question.js';
import { settled } from '../draft/typed.js';
import type { Builder } from '../page/forms.js';
import { separators, written } from '../page/store.js';

/** Undefined if nothing does. Companies that are missing come first. */
export function blockerOf(builder: Builder): Contradiction | undefined {
  const { question, companyMode } = builder;
  const found = contradictionsOf(finished(question), companyMode, written());
  // the add-on looks for companies in whole words, too, where none are named
  const wrong = found.filter((name) => name !== 'exact-without-companies');
  return (
    wrong.find((name) => MISSING.includes(name)) ??
    wrong[0] ??
    (settled(builder, separators()).isWhole ? inSentence(builder) : 'unfinished')
  );
}

/** What is left out of the sentence, or not read of it, may be what the person wants to pay for. */
function inSentence({ sentence, reading }: Builder): Contradiction | undefined {
  if (sentence.trim() === '') return undefined;
  if (reading?.sentence !== sentence) return 'unread';
  return leftOut(reading).length > 0 ? 'doubt' : undefined;
}
