/** The enumerated values of the service, byte for byte as in requests, and the lengths of its lists. */

/** The dates of a record that a date range can be compared with. */
export const DATE_TYPES = ['ANNOUNCED', 'LAST-MODIFIED'] as const;

export const COMPANY_TYPES = [
  'Public',
  'Private',
  'Government/Regulator',
  'Not-for-profit',
  'Others',
] as const;

export const CURRENCIES = ['USD', 'CAD', 'EUR', 'GBP', 'INR', 'AUD', 'CHF', 'CNY', 'JPY', 'SEK'] as const;

export const CHANGE_REASONS = [
  'New Appointment',
  'Promoted/Role Change',
  'Retired',
  'Terminated',
  'Health',
  'Resigned',
  'Demise',
  'Others',
] as const;

export const EXPANSION_TYPES = [
  'Store',
  'Restaurant',
  'Data Centre',
  'Factory/Plant',
  'Country Expansion',
  'HQ',
  'Mine',
  'Branch/Office',
  'Oil/Gas Well',
  'Other',
  'Product/Service Availability',
  'Research/Lab/Innovation',
  'Renewables',
  'Fulfillment/Distribution Centre/Warehouse',
  'New Business',
  'Fleet',
  'Route',
  'Airport/Airline Hub/Cargo Facility',
  'Healthcare Facility',
  'Hotel/Resort',
  'Delivery/Pickup',
  'Education',
  'Lease/Land Purchase',
] as const;

/** Three values contain commas, so a list of industries is never split at commas. */
export const INDUSTRIES = [
  'accounting, audit & tax',
  'advertising & communication',
  'agriculture, animal husbandry & forestry',
  'angels/ venture capital/ private equity',
  'automobile',
  'aviation',
  'banking',
  'bio-technology',
  'business services',
  'chemicals & fertilizers',
  'clean technology',
  'conglomerate',
  'consulting',
  'consumer products',
  'consumer services',
  'defence',
  'distribution',
  'e-commerce',
  'economic development',
  'education',
  'energy & utilities',
  'engineering, procurement & construction',
  'financial services',
  'gambling',
  'gaming',
  'government',
  'healthcare',
  'human resources',
  'insurance',
  'it services & outsourcing',
  'legal',
  'logistics & supply chain',
  'manufacturing',
  'media & entertainment',
  'medical device',
  'metals & mining',
  'not-for-profit/ ngo',
  'others',
  'pharmaceuticals',
  'publishing',
  'railways',
  'real estate',
  'regulatory',
  'restaurants & food services',
  'retail',
  'security',
  'shipping & ports',
  'spac/blank check',
  'sports',
  'technology',
  'telecommunication',
  'textiles',
  'tourism & hospitality',
  'trading',
  'transportation',
] as const;

/** A credit pays for each record in each answer, or for each version of a record once. */
export const BILLINGS = ['per-answer', 'per-version'] as const;

/**
 * exact: same id, domain or name, regardless of spelling and legal form. probable: one is similar, such as by
 * a typing error. renamed: an earlier name. several: more than one fits. none: none is similar.
 */
export const MATCH_STATUSES = ['exact', 'probable', 'renamed', 'several', 'none'] as const;

/** The greatest number of companies that a search returns. */
export const MAX_FOUND = 10;

/** The greatest number of alternatives in the answer to a text. */
export const MAX_ALTERNATIVES = 5;
