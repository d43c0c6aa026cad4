/** Names and industries of sample companies. Every domain ends in `.example`, which cannot be registered. */
import type { INDUSTRIES } from '../../../contract/enumerations.js';

type Industry = (typeof INDUSTRIES)[number];

/** First words of names. */
export const NAME_STEMS = [
  'Alderbrook',
  'Ambervale',
  'Arcwell',
  'Ashgrove',
  'Auroran',
  'Beaconfield',
  'Birchline',
  'Blueharrow',
  'Bramwick',
  'Brightmere',
  'Calderon Peak',
  'Cascadel',
  'Cedarloch',
  'Cindermoor',
  'Clearwharf',
  'Cobaltine',
  'Copperfen',
  'Corvandale',
  'Crestholm',
  'Dovermark',
  'Driftwell',
  'Dunharrow',
  'Eastmere',
  'Elmsgate',
  'Emberly',
  'Evenlode',
  'Fairholt',
  'Farrowgate',
  'Fenwright',
  'Fernhollow',
  'Flintmoor',
  'Foxglade',
  'Galewind',
  'Glenmarrow',
  'Goldhawk',
  'Granitree',
  'Greyfell',
  'Halvorsen Bay',
  'Harrowgate',
  'Hawksmere',
  'Hazelcroft',
  'Heliora',
  'Highmarsh',
  'Hollowbrook',
  'Ironvale',
  'Ivorygate',
  'Juniper Reach',
  'Keldwater',
  'Kestrelon',
  'Kingsmoor',
  'Lakenholm',
  'Larkspire',
  'Lindenfell',
  'Longmarch',
  'Lumenara',
  'Maplecourt',
  'Marrowick',
  'Meridian Fold',
  'Millbrace',
  'Mistral Point',
  'Moorland',
  'Nettlecombe',
  'Northquay',
  'Novalith',
  'Oakhaven',
  'Obsidane',
  'Orchardine',
  'Ostermark',
  'Palisander',
  'Pinecrest',
  'Polarfield',
  'Quarrystone',
  'Quillmark',
  'Ravenscar',
  'Redfern',
  'Ridgeback',
  'Rivermeet',
  'Rookwood',
  'Saltmarsh',
  'Sandpiper',
  'Sentinel Cove',
  'Silverbeck',
  'Skylark',
  'Slatebridge',
  'Solvane',
  'Stonecutter',
  'Summerhill',
  'Swiftwater',
  'Tallowmere',
  'Tarnwick',
  'Thistledown',
  'Thornbury',
  'Tidewell',
  'Tramontane',
  'Umberland',
  'Valeport',
  'Verdanza',
  'Wakefern',
  'Westerlund',
  'Whitcombe',
  'Wildermere',
  'Windrush',
  'Winterbourne',
  'Wolfram Hill',
  'Yarrowfield',
  'Yellowtail',
  'Zephyrine',
  'Zinnwald',
] as const;

export const NAME_ENDINGS = [
  '',
  ' Inc.',
  ' Corp',
  ' Group',
  ' Holdings',
  ' Ltd',
  ' & Co.',
  ' plc',
  ' GmbH',
  ' S.A.',
] as const;

export interface Sector {
  readonly weight: number;
  /** The first is the main one. */
  readonly industries: readonly Industry[];
  readonly segments: readonly string[];
  /** Middle words of names. */
  readonly words: readonly string[];
}

export const SECTORS: readonly Sector[] = [
  {
    weight: 10,
    industries: ['automobile', 'manufacturing', 'transportation'],
    segments: ['Auto Parts', 'Electric Vehicles', 'Tyres', 'Batteries'],
    words: ['Motors', 'Automotive', 'Drivetrain', 'Mobility', 'Powertrain'],
  },
  {
    weight: 14,
    industries: ['technology', 'it services & outsourcing', 'telecommunication'],
    segments: ['Software', 'Cloud Services', 'Data Centres', 'Semiconductors', 'Cyber Security'],
    words: ['Systems', 'Cloud', 'Data', 'Software', 'Semiconductor', 'Networks'],
  },
  {
    weight: 9,
    industries: ['pharmaceuticals', 'bio-technology', 'healthcare'],
    segments: ['Generics', 'Vaccines', 'Cell Therapy', 'Contract Manufacturing'],
    words: ['Pharma', 'Biologics', 'Therapeutics', 'Biosciences'],
  },
  {
    weight: 6,
    industries: ['healthcare', 'medical device'],
    segments: ['Hospitals', 'Diagnostics', 'Implants'],
    words: ['Health', 'Clinics', 'Medical', 'Diagnostics'],
  },
  {
    weight: 11,
    industries: ['manufacturing', 'engineering, procurement & construction', 'conglomerate'],
    segments: ['Machinery', 'Appliances', 'Industrial Automation', 'Packaging'],
    words: ['Industries', 'Manufacturing', 'Works', 'Controls', 'Fabrication'],
  },
  {
    weight: 8,
    industries: ['energy & utilities', 'clean technology'],
    segments: ['Solar', 'Wind', 'Storage', 'Grid'],
    words: ['Energy', 'Power', 'Renewables', 'Grid'],
  },
  {
    weight: 4,
    industries: ['metals & mining', 'chemicals & fertilizers'],
    segments: ['Lithium', 'Copper', 'Specialty Chemicals', 'Steel'],
    words: ['Mining', 'Metals', 'Chemicals', 'Minerals'],
  },
  {
    weight: 9,
    industries: ['retail', 'e-commerce', 'consumer products'],
    segments: ['Grocery', 'Fashion', 'Home Improvement', 'Marketplaces'],
    words: ['Stores', 'Market', 'Retail', 'Outfitters', 'Home'],
  },
  {
    weight: 6,
    industries: ['restaurants & food services', 'consumer products'],
    segments: ['Quick Service', 'Coffee', 'Packaged Food', 'Pet Food'],
    words: ['Foods', 'Kitchen', 'Coffee', 'Bakery', 'Grill'],
  },
  {
    weight: 6,
    industries: ['logistics & supply chain', 'transportation', 'distribution'],
    segments: ['Trucking', 'Warehousing', 'Parcel', 'Cold Chain'],
    words: ['Logistics', 'Freight', 'Distribution', 'Cold Storage'],
  },
  {
    weight: 5,
    industries: ['banking', 'financial services', 'insurance'],
    segments: ['Retail Banking', 'Wealth Management', 'Payments'],
    words: ['Bank', 'Financial', 'Capital', 'Insurance'],
  },
  {
    weight: 3,
    industries: ['accounting, audit & tax', 'consulting', 'business services'],
    segments: ['Audit', 'Advisory', 'Staffing'],
    words: ['Advisory', 'Partners', 'Consulting'],
  },
  {
    weight: 3,
    industries: ['aviation', 'defence'],
    segments: ['Airlines', 'Aircraft Components', 'Drones'],
    words: ['Air', 'Aerospace', 'Aviation'],
  },
  {
    weight: 3,
    industries: ['tourism & hospitality', 'real estate'],
    segments: ['Hotels', 'Resorts', 'Student Housing'],
    words: ['Hotels', 'Resorts', 'Properties'],
  },
  {
    weight: 2,
    industries: ['agriculture, animal husbandry & forestry'],
    segments: ['Vertical Farming', 'Timber', 'Dairy'],
    words: ['Farms', 'Timber', 'Agri'],
  },
  {
    weight: 1,
    industries: ['education', 'not-for-profit/ ngo'],
    segments: ['Universities', 'Vocational Training'],
    words: ['University', 'Institute', 'Foundation'],
  },
];

export const COMPANY_TYPE_WEIGHTS = [
  { value: 'Private', weight: 55 },
  { value: 'Public', weight: 38 },
  { value: 'Government/Regulator', weight: 3 },
  { value: 'Not-for-profit', weight: 3 },
  { value: 'Others', weight: 1 },
] as const;

export const EXCHANGES = ['NYSE', 'NASDAQ', 'LSE', 'NSE', 'TSX'] as const;

/** Groups of tracked companies: the main industry of their members, and their size. */
export const GROUPS: readonly {
  readonly name: string;
  readonly industry?: Industry;
  readonly size: number;
}[] = [
  { name: 'Automotive suppliers', industry: 'automobile', size: 110 },
  { name: 'Data centre operators', industry: 'technology', size: 60 },
  { name: 'Pharma and biotech', industry: 'pharmaceuticals', size: 90 },
  { name: 'Key accounts', size: 120 },
];

/** Difficult companies: duplicate names, other scripts, characters with a special meaning in SQL or URLs. */
export const ODD_COMPANIES = [
  { name: 'Summit Foods Inc.', domain: 'summitfoods.example' },
  { name: 'Summit Foods Inc.', domain: 'summit-foods-group.example' },
  { name: "O'Hara & Söhne Werkzeugmaschinenbau GmbH", domain: 'ohara-soehne.example' },
  { name: 'Łódź Logistyka Sp. z o.o.', domain: 'lodz-logistyka.example' },
  { name: '日光電機', domain: 'nikko-denki.example' },
  { name: '100% Pure_Water Ltd', domain: 'pure-water.example' },
  { name: 'R&D <Labs> "Quoted"', domain: 'rd-labs.example' },
  {
    name: 'The Greater Northern and Southern United Consolidated Amalgamated Manufacturing, Trading and Transportation Company of the Upper Midwest',
    domain: 'greater-northern.example',
  },
] as const;
