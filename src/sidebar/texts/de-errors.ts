/** The German texts of what helps against an error, and of what it has cost. */
import type { remedies as en } from './en-errors.js';

export const remedies: typeof en = {
  labels: {
    retry: 'Erneut versuchen',
    connect: 'Zum Zugang',
    budget: 'Budget ändern',
    groups: 'Zu den Gruppen',
    limit: 'Grenze senken',
    held: 'Zurückgehaltene Credits ansehen',
  },
  charges: {
    none: 'Es wurden keine Credits abgebucht.',
    perhaps: 'Vielleicht wurden Credits abgebucht. Ein neuer Versuch kostet nicht noch einmal.',
    kept: 'Was bezahlt ist, bleibt erhalten.',
  },
};
