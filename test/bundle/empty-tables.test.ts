/** The header of a table without records: the reason, and the nearest existing value. */
import { useOneHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

const service = useService({ credits: 1_000 });
const recorder = useRecorder(service);
const host = useOneHost(() => ({ connection: recorder.connection }));

const header = async (name: string, args: readonly unknown[]): Promise<string> => {
  const table = await host.formula(name, ...args);
  expect(table).toHaveLength(1);
  return String(table[0]?.[0]);
};

test.each([
  ['HIRINGS', ['', 'country', 'Germny', 'from', '-90d'], ': "Germny" is unknown; try Germany'],
  ['EXPANSIONS', ['', 'location', 'Germny'], ': "Germny" is unknown; try Germany'],
  ['EXPANSIONS', ['', 'hq', 'Untied Kingdom'], ': "Untied Kingdom" is unknown; try United Kingdom'],
  ['EXPANSIONS', ['Nosuchfirm Qqqq', 'from', '-30d'], ': "Nosuchfirm Qqqq" is unknown'],
  // Germany is known, although no record matches
  ['EXPANSIONS', ['', 'location', 'Germany', 'jobs', '>99999999'], ''],
  ['EXPANSIONS', ['', 'jobs', '>99999999', 'from', '-30d'], ''],
])('of %s%j', async (name, args, reason) =>
  expect(await header(name, args)).toBe(`Announced (no records${reason})`),
);

test.each([
  ['a group in other letters is found', ['automotive SUPPLIERS', 'columns', 'name'], /^Company$/],
  ['of a part of its name the nearest is named', ['Automotive'], /did you mean Automotive suppliers\?/],
])('%s', async (_title, args, said) => {
  const found = await host.formula('TRACKED_COMPANIES', ...args).then(([row]) => row?.[0], String);
  expect(found).toMatch(said);
});
