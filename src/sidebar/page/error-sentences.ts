/** The add-on's sentences in another language: found by their English text, with what they name put in its place. */

import type { ErrorSentences } from '../texts/en-errors.js';

const NAMED_OR_PART = /\{(\d)\}|\[(\d)\]/g;

/** By the first sentence that fits. What fits none stays as it is. */
export function translated(text: string, sentences: ErrorSentences): string {
  if (Object.hasOwn(sentences, text)) return sentences[text]!;
  for (const [english, translation] of Object.entries(sentences)) {
    const found = /[{[]/.test(english) && patternOf(english).exec(text);
    if (!found) continue;
    return translation.replace(NAMED_OR_PART, (_, named?: string, part?: string) =>
      named ? found[Number(named)]! : translated(found[Number(part)]!, sentences),
    );
  }
  return text;
}

function patternOf(english: string): RegExp {
  const literal = english.replace(/[.*+?^$()|\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(NAMED_OR_PART, '([^]+?)')}$`);
}
