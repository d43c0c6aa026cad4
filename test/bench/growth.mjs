/**
 * How the cost of a formula grows with what the spreadsheet has bought: 200 questions over 20,000 records beside one
 * question alone, in the same run.
 *   npm run bench -- growth [questions]
 */
import { loadTypeScript } from '../../tools/load-typescript.mjs';
import { compare } from './times/compare.mjs';

export const quick = true;

const RECORDS_OF_QUESTION = 100;
const ROUNDS = 201;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 9, 1, 10);

/** @param {string[]} args the number of questions, 200 by default */
export async function run([count = '200'] = []) {
  const addon = await loadTypeScript(['src/addon/app.ts', 'test/addon/fake-platform.ts']);
  const questions = Number(count);
  const alone = openSheet(addon, 1);
  const full = openSheet(addon, questions);
  const { ratio: hits } = compare(
    () => full.ask(0),
    () => alone.ask(0),
    ROUNDS,
  );
  full.platform.forgetCalls();
  full.ask(0);
  const calls = full.platform.countCalls();
  full.nextDay();
  const written = full.update();
  const pool = Object.entries(full.platform.allDocumentProperties()).filter(([name]) =>
    /^(cache|log)\b/.test(name),
  );
  return [
    { what: 'questions', value: questions, unit: 'questions' },
    { what: 'records bought', value: questions * RECORDS_OF_QUESTION, unit: 'records' },
    { what: 'pool in the properties', value: sizeOf(pool) / 1_000, unit: 'KB', atMost: 400 },
    { what: 'calls to Google, cached formula', value: calls, unit: 'calls', atMost: 2 },
    { what: 'cached formula / the same with one question', value: hits, unit: 'times', atMost: 1.2 },
    { what: 'records that an update brings', value: 1, unit: 'record' },
    { what: 'properties that the update writes', value: written.length, unit: 'properties', atMost: 4 },
    { what: 'text that the update writes', value: sizeOf(written) / 1_000, unit: 'KB', atMost: 9 },
  ];
}

/**
 * @param {Record<string, any>} addon
 * @param {number} questions
 */
function openSheet({ createApp, createFakePlatform }, questions) {
  let day = 0;
  const platform = createFakePlatform({
    now: new Date(START).toISOString(),
    respond: (/** @type {{ body?: string }} */ { body = '{}' }) => {
      const { dateType, companyName = [] } = JSON.parse(body);
      const name = Number(/maker (\d+)/.exec(companyName[0])?.[1]);
      const of = Array.from({ length: RECORDS_OF_QUESTION }, (_, index) => recordOf(name, index, 0));
      return { body: dateType === 'LAST-MODIFIED' ? [recordOf(name, 0, day)] : of };
    },
  });
  platform.documentProperties.set('settings', JSON.stringify({ dailyBudget: 10_000_000 }));
  const ask = (/** @type {number} */ name) =>
    createApp(platform).dataset('business-expansion', [
      undefined,
      'companyName',
      `maker ${name}`,
      'from',
      '-30d',
      'limit',
      1_000,
    ]);
  // the first question last, so that it is the one that was used last
  for (let name = questions - 1; name >= 0; name--) ask(name);
  return {
    platform,
    ask,
    nextDay() {
      day += 1;
      platform.advance(DAY_MS);
      platform.emptyCache();
    },
    /** The properties that bringing the first question forward writes. @returns {[string, string][]} */
    update() {
      const before = platform.allDocumentProperties();
      ask(0);
      /** @type {[string, string][]} */
      const after = Object.entries(platform.allDocumentProperties());
      return after.filter(([name, value]) => before[name] !== value);
    },
  };
}

/**
 * @param {number} name
 * @param {number} index
 * @param {number} change
 */
function recordOf(name, index, change) {
  const day = new Date(START - (1 + (index % 25)) * DAY_MS).toISOString().slice(0, 10);
  const modified = new Date(START + (change - 1) * DAY_MS).toISOString().slice(0, 10);
  return {
    id: `be-${name}-${String(index).padStart(3, '0')}`,
    announcedDate: day,
    lastModified: change > 0 ? modified : day,
    company: { name: `maker ${name}`, domain: `maker-${name}.example` },
    title: `maker ${name} expands for the ${index * 7919}th time`,
    jobs: index + change,
  };
}

/** @param {[string, string][]} values */
function sizeOf(values) {
  return values.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
