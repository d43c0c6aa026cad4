/** The German texts for what the service says of groups, companies, the account and costs. */
import type { service as english } from './en-service.js';

const credits = (count: string) => (count === '1' ? '1 Credit' : `${count} Credits`);
const companies = (count: string) => (count === '1' ? '1 Firma' : `${count} Firmen`);

export const service: typeof english = {
  keyName: 'Name des Schlüssels',
  balance: 'Guthaben in Credits',
  spentToday: 'Heute verbraucht (UTC)',
  spentOf: (spent, cap) => `${spent} von höchstens ${credits(cap)}`,
  billing: 'Ein Credit bezahlt',
  billings: {
    'per-answer': 'jeden Datensatz in jeder Antwort',
    'per-version': 'jede Fassung eines Datensatzes, einmal',
  },
  group: 'Gruppe des Dienstes',
  sized: (name, count) => `${name} · ${companies(count)}`,
  noGroups: 'Der Dienst hat noch keine Gruppen.',
  allAdded: 'Alle Gruppen des Dienstes sind hinzugefügt.',
  found: 'Firmen beim Dienst',
  foundCount: (count) => `${companies(count)} gefunden`,
  tracked: 'beobachtet',
  matching: (count, isExact) =>
    isExact
      ? count === '1'
        ? '1 Datensatz passt'
        : `${count === '0' ? 'Keine' : count} Datensätze passen`
      : `Mehr als ${count} Datensätze passen`,
  returned: (count) => (count === '1' ? '1 wird geliefert' : `${count} werden geliefert`),
  credits,
  owned: (count) => `${count} schon bezahlt`,
  left: (count) => `danach noch ${count}`,
  tooFew: (count) => `nur noch ${count} übrig`,
  unknown: (value) => `Der Dienst kennt keine Firma „${value}“.`,
  unknownPlace: (value) => `Der Dienst kennt keinen Ort „${value}“.`,
  use: 'stattdessen verwenden',
  nearest: (values) => `Ähnlich: ${values}.`,
};
