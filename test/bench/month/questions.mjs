/** The queries of the month's spreadsheet, and their true answers. */
import { post } from './meter.mjs';

/** Twelve have moving dates; some overlap, and some are narrower than others. @type {unknown[][]} */
export const QUESTIONS = [
  ['type', 'Data Centre', 'from', '-90d'],
  ['type', 'HQ', 'from', '-30d'],
  ['type', 'Factory/Plant', 'from', '-14d'],
  ['type', 'Branch/Office', 'from', '-30d'],
  ['type', 'Fulfillment/Distribution Centre/Warehouse', 'from', '-45d'],
  ['type', 'Research/Lab/Innovation', 'from', '-60d'],
  ['type', 'Renewables', 'from', '-90d'],
  ['type', 'Healthcare Facility', 'from', 'last month'],
  ['type', 'Store', 'from', '-10d'],
  ['type', 'Hotel/Resort|Education', 'from', '-6m'],
  ['type', 'Data Centre', 'from', '-30d', 'columns', 'date|company|city'],
  ['type', 'Factory/Plant', 'from', '-7d', 'jobs', '>=100'],
  ['type', 'Mine|Oil/Gas Well', 'from', '2026-01-01'],
  ['type', 'Restaurant', 'limit', 50],
  ['type', 'Country Expansion', 'limit', 80],
  ['type', 'Route|Fleet', 'from', '2026-06-01'],
  ['type', 'New Business', 'from', '2026-03-01'],
  ['type', 'Airport/Airline Hub/Cargo Facility', 'from', '2025-06-01'],
  ['type', 'Lease/Land Purchase', 'from', '2026-01-01'],
  ['type', 'HQ', 'from', '-30d', 'location', 'United States of America'],
];

/**
 * Sends every query once, completely.
 * @param {string} target
 * @param {string} key
 * @param {number} now
 * @returns {Promise<{ id: string, lastModified: string }[][]>} the records of each query
 */
export async function askForAll(target, key, now) {
  const { loadTypeScript } = await import('../../../tools/load-typescript.mjs');
  const { readArguments, readFilters, resolveQuery, wholeRequests, bodyOf, createZone, DATASETS } =
    await loadTypeScript([
      'src/addon/question/arguments.ts',
      'src/addon/question/filters.ts',
      'src/addon/question/zone.ts',
      'src/contract/datasets.ts',
      'src/core/plan.ts',
      'src/core/query.ts',
      'src/core/wire.ts',
    ]);
  const dataset = 'business-expansion';
  const today = new Date(now).toISOString().slice(0, 10);
  const when = { zone: () => createZone('Etc/GMT'), today: () => today };
  const { functionName, path: address } = DATASETS[dataset];
  const answers = [];
  for (const args of QUESTIONS) {
    const { options } = readArguments(args, functionName);
    const question = { dataset, companies: [], groups: [], filters: readFilters(dataset, options, when) };
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const records = [];
    for (const request of wholeRequests(resolveQuery(question, today, {})))
      records.push(...(await post(target + address, headers, JSON.stringify(bodyOf(request)))).records);
    answers.push(records);
  }
  return answers;
}
