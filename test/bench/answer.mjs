/**
 * Measures the add-on's work on an answer, from the service's text to the cells of a table, as a ratio to
 * JSON.parse of the same text in the same run. test/bench/google.mjs counts the calls to Google's services.
 */
import { loadTypeScript } from '../../tools/load-typescript.mjs';
import { compare } from './times/compare.mjs';

export const quick = true;

const WARM_UP_ROUNDS = 10;
const ROUNDS = 41;
const PIECES = {
  companies: [
    ['Harbor', 'Northwind', 'Acme', 'Cascade', 'Meridian', 'Juniper', 'Kestrel', 'Lumen', 'Orchard'],
    ['Quarry'],
  ].flat(),
  trades: [
    ['Foods', 'Robotics', 'Energy', 'Motors', 'Logistics', 'Health', 'Materials', 'Systems', 'Retail Group'],
  ].flat(),
  industries: [
    'technology',
    'banking',
    'retail',
    'logistics & supply chain',
    'accounting, audit & tax',
    'manufacturing',
  ],
  types: [
    'Data Centre',
    'Factory/Plant',
    'HQ',
    'Store',
    'Branch/Office',
    'Fulfillment/Distribution Centre/Warehouse',
  ],
  cities: [
    ['Detroit', 'Michigan', 'United States of America'],
    ['Toronto', 'Ontario', 'Canada'],
    ['Bengaluru', 'Karnataka', 'India'],
    ['München', 'Bavaria', 'Germany'],
  ],
};

/** @param {string[]} args the number of records, 10,000 by default */
export async function run([count = '10000'] = []) {
  const addon = await loadTypeScript(
    [
      ['src/addon/table/response-body.ts', 'src/addon/table/rows.ts', 'src/addon/table/table.ts'],
      ['src/addon/table/view.ts', 'src/addon/question/zone.ts', 'src/contract/datasets.ts'],
      ['src/contract/fields.ts'],
    ].flat(),
  );
  const text = JSON.stringify(Array.from({ length: Number(count) }, (_, index) => createRecord(index)));
  return [
    { what: `answer of ${count} records`, value: text.length / 1e6, unit: 'MB' },
    ...compareAnswer(addon, text),
  ];
}

/**
 * @param {Record<string, any>} addon
 * @param {string} text
 */
function compareAnswer(
  { readBody, createRowReader, readView, toTable, createZone, DATASETS, columnsOf },
  text,
) {
  const { record, columns: defaults } = DATASETS['business-expansion'];
  const columns = columnsOf(record);
  /** @param {[string, unknown[]][]} options */
  const shape = (options) => () => {
    const view = readView(record, defaults, new Map(options));
    const rows = createRowReader(columns)(readBody(text).records);
    return toTable({ rows, columns, view, zone: createZone('Europe/Berlin'), notes: [] });
  };
  const parse = () => JSON.parse(text);
  const usual = pair(shape([]), parse);
  const all = pair(shape([['columns', ['all']]]), parse);
  const sorted = pair(shape([['sort', ['-investment', 'company']]]), parse);
  return [
    { what: 'JSON.parse alone', value: usual.baseMs, unit: 'ms' },
    { what: 'text to the default columns', value: usual.jobMs, unit: 'ms' },
    { what: 'text to the default columns / JSON.parse', value: usual.ratio, unit: 'times', atMost: 2 },
    { what: 'text to all columns / JSON.parse', value: all.ratio, unit: 'times' },
    { what: 'text to sorted columns / JSON.parse', value: sorted.ratio, unit: 'times' },
  ];
}

/** @param {() => unknown} job @param {() => unknown} base */
function pair(job, base) {
  compare(job, base, WARM_UP_ROUNDS);
  return compare(job, base, ROUNDS);
}

/** @param {number} index */
function createRecord(index) {
  /** @type {<T>(list: T[], step: number) => T} */
  const pick = (list, step) => /** @type {any} */ (list[(index * step + (index >> 3)) % list.length]);
  const name = `${pick(PIECES.companies, 7)} ${pick(PIECES.trades, 5)} ${index % 1900}`;
  const domain = `${name.toLowerCase().replace(/\W+/g, '-')}.example`;
  const [city, state, country] = pick(PIECES.cities, 3);
  const day = new Date(Date.UTC(2026, 10, 20) - (index % 700) * 86_400_000).toISOString().slice(0, 10);
  const type = pick(PIECES.types, 11);
  return {
    id: `be_${String(1_000_000 - index)}`,
    announcedDate: day,
    company: {
      name,
      domain,
      industries: [pick(PIECES.industries, 1), pick(PIECES.industries, 5)].slice(0, 1 + (index % 2)),
      location: `${city}, ${state}, ${country}`,
      type: index % 3 ? 'Private' : 'Public',
      ...(index % 3 === 0 && { ticker: [name.slice(0, 4).toUpperCase()] }),
    },
    expansionType: type,
    expansionLocation: { country, ...(index % 4 && { state, city }) },
    ...(index % 3 === 0 && { investment: 1_000_000 * (1 + (index % 900)), currency: 'USD' }),
    ...(index % 3 === 1 && { jobs: 10 * (1 + (index % 90)) }),
    lastModified: day,
    title: `${name} to invest in new ${type.toLowerCase()} in ${city}${index % 9 ? '' : ' &amp; nearby'}, create jobs`,
    url: `https://news.${domain}/press/${day}/${type.toLowerCase().replace(/\W+/g, '-')}-${index}?ref=newswire`,
  };
}
