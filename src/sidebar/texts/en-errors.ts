/** The English texts of what helps against an error, and of what it has cost. */
import type { ErrorCharge, Remedy } from '../draft/remedies.js';

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
