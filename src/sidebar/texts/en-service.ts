/** The English texts for what the service says of groups, companies, the account and costs. */
const credits = (count: string) => (count === '1' ? '1 credit' : `${count} credits`);
const companies = (count: string) => (count === '1' ? '1 company' : `${count} companies`);

export const service = {
  keyName: 'Name of the key',
  balance: 'Credits left',
  spentToday: 'Spent today (UTC)',
  spentOf: (spent: string, cap: string) => `${spent} of at most ${credits(cap)}`,
  billing: 'A credit pays for',
  billings: {
    'per-answer': 'each record in each answer',
    'per-version': 'each version of a record, once',
  },
  group: 'Group of the service',
  sized: (name: string, count: string) => `${name} · ${companies(count)}`,
  noGroups: 'The service has no groups yet.',
  allAdded: 'All groups of the service are added.',
  found: 'Companies at the service',
  foundCount: (count: string) => `${companies(count)} found`,
  tracked: 'tracked',
  matching: (count: string, isExact: boolean) =>
    isExact
      ? count === '1'
        ? '1 record matches'
        : `${count === '0' ? 'No' : count} records match`
      : `More than ${count} records match`,
  returned: (count: string) => (count === '1' ? '1 is returned' : `${count} are returned`),
  credits,
  owned: (count: string) => `${count} already paid`,
  left: (count: string) => `${count} left`,
  tooFew: (count: string) => `only ${count} left`,
  unknown: (value: string) => `The service knows no company “${value}”.`,
  unknownPlace: (value: string) => `The service knows no place “${value}”.`,
  use: 'use it instead',
  nearest: (values: string) => `Nearest: ${values}.`,
};
