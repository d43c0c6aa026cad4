/** The English texts of what helps against an error, and of what it has cost. */
import type { ErrorCharge, Remedy } from '../draft/remedies.js';

/**
 * English sentences and their translations. {1} to {9} stand for what a sentence names, [1] to [9] for a part that has
 * a translation of its own; they are numbered in the order of the English sentence.
 */
export type ErrorSentences = Readonly<Record<string, string>>;

export const remedies = {
  labels: {
    retry: 'Try again',
    connect: 'Go to Connect',
    budget: 'Change the budget',
    groups: 'Go to Groups',
    limit: 'Lower the limit',
    held: 'See held credits',
  } as Record<Remedy, string>,
  charges: {
    none: 'Nothing was charged.',
    perhaps: 'It may have been charged. To try again does not charge it twice.',
    kept: 'What was paid for is kept.',
  } as Record<ErrorCharge, string>,
};
