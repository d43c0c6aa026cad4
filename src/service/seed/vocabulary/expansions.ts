/** Kinds of expansion: frequency, share with numbers, size and headlines. */
import type { EXPANSION_TYPES, INDUSTRIES } from '../../../contract/enumerations.js';

export interface ExpansionKind {
  readonly type: (typeof EXPANSION_TYPES)[number];
  readonly weight: number;
  /** Main industries of the companies that do this; any by default. */
  readonly by?: readonly (typeof INDUSTRIES)[number][];
  /** Share with an amount, and the median of the amount in millions of US dollars. */
  readonly investment: readonly [share: number, medianMillion: number];
  /** Share with a number of jobs, and its median. */
  readonly jobs: readonly [share: number, median: number];
  /** `{co}`, `{place}` and `{country}` are filled in; an amount and jobs are added where known. */
  readonly headlines: readonly string[];
}

export const EXPANSION_KINDS: readonly ExpansionKind[] = [
  {
    type: 'Factory/Plant',
    weight: 20,
    by: [
      'automobile',
      'manufacturing',
      'pharmaceuticals',
      'metals & mining',
      'technology',
      'restaurants & food services',
      'energy & utilities',
      'aviation',
      'agriculture, animal husbandry & forestry',
    ],
    investment: [0.75, 110],
    jobs: [0.6, 220],
    headlines: [
      '{co} to build manufacturing plant in {place}',
      '{co} expands {place} factory',
      '{co} breaks ground on new plant in {place}',
    ],
  },
  {
    type: 'Store',
    weight: 14,
    by: ['retail', 'technology', 'banking', 'automobile'],
    investment: [0.05, 4],
    jobs: [0.2, 60],
    headlines: [
      '{co} opens new store in {place}',
      '{co} plans ten stores across {country}',
      '{co} returns to {place} with flagship store',
    ],
  },
  {
    type: 'Branch/Office',
    weight: 13,
    investment: [0.1, 5],
    jobs: [0.35, 120],
    headlines: [
      '{co} opens office in {place}',
      '{co} adds regional office in {place}',
      '{co} picks {place} for engineering hub',
    ],
  },
  {
    type: 'Country Expansion',
    weight: 9,
    investment: [0.1, 30],
    jobs: [0.15, 80],
    headlines: [
      '{co} enters {country}',
      '{co} expands into {country} with local team',
      '{co} launches operations in {country}',
    ],
  },
  {
    type: 'Fulfillment/Distribution Centre/Warehouse',
    weight: 7,
    by: [
      'retail',
      'logistics & supply chain',
      'pharmaceuticals',
      'restaurants & food services',
      'automobile',
    ],
    investment: [0.45, 60],
    jobs: [0.5, 260],
    headlines: [
      '{co} picks {place} for new distribution center',
      '{co} to open fulfillment centre in {place}',
      '{co} doubles warehouse space in {place}',
    ],
  },
  {
    type: 'Restaurant',
    weight: 6,
    by: ['restaurants & food services'],
    investment: [0.05, 2],
    jobs: [0.2, 45],
    headlines: ['{co} opens first restaurant in {place}', '{co} signs franchise deal for {place}'],
  },
  {
    type: 'Data Centre',
    weight: 6,
    by: ['technology', 'energy & utilities', 'banking'],
    investment: [0.75, 420],
    jobs: [0.25, 70],
    headlines: [
      '{co} to build data centre campus in {place}',
      '{co} breaks ground on second data centre in {place}',
      '{co} plans hyperscale data centre in {place}',
    ],
  },
  {
    type: 'HQ',
    weight: 5,
    investment: [0.25, 25],
    jobs: [0.55, 200],
    headlines: [
      '{co} moves headquarters to {place}',
      '{co} opens European headquarters in {place}',
      '{co} expands {place} headquarters',
    ],
  },
  {
    type: 'Research/Lab/Innovation',
    weight: 5,
    investment: [0.55, 45],
    jobs: [0.4, 110],
    headlines: ['{co} opens innovation centre in {place}', '{co} to build research laboratory in {place}'],
  },
  {
    type: 'Product/Service Availability',
    weight: 4,
    investment: [0, 1],
    jobs: [0, 1],
    headlines: ['{co} launches service in {country}', '{co} makes its platform available in {place}'],
  },
  {
    type: 'Healthcare Facility',
    weight: 3,
    by: ['healthcare', 'pharmaceuticals'],
    investment: [0.45, 90],
    jobs: [0.25, 180],
    headlines: ['{co} to open clinic in {place}', '{co} plans hospital tower in {place}'],
  },
  {
    type: 'Renewables',
    weight: 3,
    by: ['energy & utilities', 'technology', 'retail'],
    investment: [0.7, 180],
    jobs: [0.2, 90],
    headlines: ['{co} breaks ground on solar project near {place}', '{co} to build wind farm in {place}'],
  },
  {
    type: 'Hotel/Resort',
    weight: 0.9,
    by: ['tourism & hospitality'],
    investment: [0.3, 70],
    jobs: [0.15, 120],
    headlines: ['{co} signs new hotel in {place}', '{co} to open resort in {place}'],
  },
  {
    type: 'Mine',
    weight: 0.8,
    by: ['metals & mining'],
    investment: [0.6, 350],
    jobs: [0.15, 300],
    headlines: ['{co} approves mine near {place}', '{co} to restart mine in {country}'],
  },
  {
    type: 'Route',
    weight: 0.8,
    by: ['aviation', 'logistics & supply chain'],
    investment: [0.05, 10],
    jobs: [0.02, 40],
    headlines: ['{co} adds route to {place}', '{co} starts daily service to {place}'],
  },
  {
    type: 'Other',
    weight: 0.8,
    investment: [0.2, 20],
    jobs: [0.2, 80],
    headlines: ['{co} announces project in {place}'],
  },
  {
    type: 'Oil/Gas Well',
    weight: 0.6,
    by: ['energy & utilities', 'metals & mining'],
    investment: [0.6, 300],
    jobs: [0.15, 100],
    headlines: ['{co} to drill new wells in {country}'],
  },
  {
    type: 'New Business',
    weight: 0.6,
    investment: [0.3, 15],
    jobs: [0.2, 50],
    headlines: ['{co} starts new business unit in {place}'],
  },
  {
    type: 'Delivery/Pickup',
    weight: 0.6,
    by: ['retail', 'restaurants & food services', 'logistics & supply chain'],
    investment: [0.05, 3],
    jobs: [0.1, 60],
    headlines: ['{co} starts same-day delivery in {place}'],
  },
  {
    type: 'Fleet',
    weight: 0.5,
    by: ['logistics & supply chain', 'aviation', 'retail'],
    investment: [0.15, 80],
    jobs: [0.02, 50],
    headlines: ['{co} adds electric trucks to {place} fleet'],
  },
  {
    type: 'Lease/Land Purchase',
    weight: 0.4,
    investment: [0.5, 30],
    jobs: [0.05, 100],
    headlines: ['{co} buys land in {place}', '{co} leases 200,000 square feet in {place}'],
  },
  {
    type: 'Airport/Airline Hub/Cargo Facility',
    weight: 0.3,
    by: ['aviation', 'logistics & supply chain'],
    investment: [0.5, 150],
    jobs: [0.3, 250],
    headlines: ['{co} to open cargo hub at {place} airport'],
  },
  {
    type: 'Education',
    weight: 0.3,
    by: ['education', 'technology'],
    investment: [0.4, 40],
    jobs: [0.2, 90],
    headlines: ['{co} opens training campus in {place}'],
  },
];

/** Units of a currency per US dollar, roughly: sample amounts only need the right order of magnitude. */
export const PER_US_DOLLAR: Readonly<Record<string, number>> = {
  USD: 1,
  CAD: 1.35,
  EUR: 0.92,
  GBP: 0.79,
  INR: 83,
  AUD: 1.5,
  CHF: 0.9,
  CNY: 7.2,
  JPY: 150,
  SEK: 10.5,
  KRW: 1_350,
  SAR: 3.75,
  BRL: 5,
  MXN: 18,
};
