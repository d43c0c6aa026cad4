/** Names of executives, titles, reasons, publishers and news topics. */
import type { CHANGE_REASONS } from '../../../contract/enumerations.js';

export const FIRST_NAMES = [
  'Ana',
  'Arjun',
  'Beatriz',
  'Carlos',
  'Chen',
  'Claire',
  'Daniel',
  'Deepa',
  'Elena',
  'Erik',
  'Fatima',
  'Grace',
  'Hannah',
  'Hiroshi',
  'Ingrid',
  'Isaac',
  'James',
  'Jürgen',
  'Karim',
  'Laura',
  'Li',
  'Marcus',
  'Maria',
  'Mei',
  'Michael',
  'Nadia',
  'Nora',
  'Olga',
  'Omar',
  'Paolo',
  'Priya',
  'Rachel',
  'Robert',
  'Samuel',
  'Sofia',
  'Sven',
  'Thandi',
  'Thomas',
  'Victor',
  'Yuki',
] as const;

export const LAST_NAMES = [
  'Abara',
  'Andersson',
  'Banerjee',
  'Becker',
  'Brennan',
  'Castellano',
  'Chaudhry',
  'Clarke',
  "D'Angelo",
  'Delgado',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Fontaine',
  'Garza',
  'Haddad',
  'Hernández',
  'Hoffmann',
  'Ito',
  'Jensen',
  'Kaur',
  'Kowalski',
  'Lindqvist',
  'MacLeod',
  'Mbeki',
  'Mehta',
  'Moreau',
  'Nakamura',
  'Nguyen',
  "O'Brien",
  'Okafor',
  'Park',
  'Petrov',
  'Quinn',
  'Rossi',
  'Sato',
  'Schmidt',
  'Silva',
  'Tanaka',
  'van der Berg',
  'Walsh',
  'Weber',
  'Yilmaz',
  'Zhang',
] as const;

/** Titles with their categories; the second of two is rarer. */
export const TITLES: readonly {
  readonly weight: number;
  readonly title: string;
  readonly categories: readonly string[];
}[] = [
  { weight: 20, title: 'Chief Executive Officer', categories: ['CEO'] },
  { weight: 3, title: 'Chairman and CEO', categories: ['Chair', 'CEO'] },
  { weight: 2, title: 'President and Chief Executive Officer', categories: ['CEO'] },
  { weight: 12, title: 'Chief Financial Officer', categories: ['CFO'] },
  { weight: 3, title: 'Interim CFO and principal financial officer', categories: ['CFO'] },
  { weight: 15, title: 'Member of the Board of Directors', categories: ['Board'] },
  { weight: 6, title: 'Chief Revenue Officer', categories: ['CRO'] },
  { weight: 6, title: 'Chief Marketing Officer', categories: ['CMO'] },
  { weight: 5, title: 'Chief Operating Officer', categories: ['COO'] },
  { weight: 1, title: 'President and COO', categories: ['COO'] },
  { weight: 5, title: 'Chief Technology Officer', categories: ['CTO'] },
  { weight: 4, title: 'Chief People Officer', categories: ['CHRO'] },
  { weight: 3, title: 'Chief Information Officer', categories: ['CIO'] },
  { weight: 3, title: 'Chair of the Board', categories: ['Chair', 'Board'] },
  { weight: 12, title: 'Senior Vice President, Operations', categories: ['Other'] },
];

type Reason = (typeof CHANGE_REASONS)[number];

export const REASONS: readonly {
  readonly weight: number;
  readonly reason: Reason;
  readonly headline: string;
}[] = [
  { weight: 55, reason: 'New Appointment', headline: '{co} names {person} {title}' },
  { weight: 20, reason: 'Promoted/Role Change', headline: '{co} promotes {person} to {title}' },
  { weight: 9, reason: 'Resigned', headline: '{co} {title} {person} steps down' },
  { weight: 8, reason: 'Retired', headline: '{co} {title} {person} to retire' },
  { weight: 4, reason: 'Others', headline: '{co} announces leadership change: {person}, {title}' },
  { weight: 2, reason: 'Terminated', headline: '{co} parts ways with {title} {person}' },
  { weight: 1, reason: 'Demise', headline: '{co} mourns {title} {person}' },
  { weight: 1, reason: 'Health', headline: '{co} {title} {person} takes medical leave' },
];

export const PUBLISHERS = [
  'Harbor Newswire',
  'Plant & Site Journal',
  'The Ledger Daily',
  'Metro Business Record',
  'Industry Dispatch',
  'State Economic Office',
  'Continental Wire',
  'Trade Circular',
] as const;

/** Topics of news, by their names at the service. */
export const TRIGGERS: readonly {
  readonly weight: number;
  readonly name: string;
  readonly headline: string;
}[] = [
  { weight: 20, name: 'Business Expansion', headline: '{co} to expand operations' },
  { weight: 12, name: 'Executive Appointment', headline: '{co} strengthens leadership team' },
  { weight: 12, name: 'Financial Result', headline: '{co} reports quarterly results' },
  { weight: 10, name: 'Alliance & Partnership', headline: '{co} and {other} agree to work together' },
  { weight: 9, name: 'New Product Launch', headline: '{co} unveils new product line' },
  { weight: 8, name: 'Investment', headline: '{co} to invest in automation' },
  { weight: 7, name: 'Hiring', headline: '{co} to hire this season' },
  { weight: 6, name: 'Merger & Acquisition', headline: '{co} to acquire unit of {other}' },
  { weight: 5, name: 'Customer Acquisition / Growth', headline: '{co} wins contract with {other}' },
  { weight: 4, name: 'Regulatory Approval', headline: '{co} receives approval' },
  { weight: 4, name: 'Awards & Recognition', headline: '{co} named supplier of the year' },
  { weight: 3, name: 'Downsizing (Layoff)', headline: '{co} to cut jobs at one site' },
];
