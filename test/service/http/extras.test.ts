/** The setting EXTRAS: it disables each extension alone, and without all the specification remains. */
import { CURSOR_HEADER, changesPath } from '../../../src/contract/changes.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import {
  ACCOUNT_PATH,
  COMPANIES_PATH,
  EXTRAS,
  GROUPS_PATH,
  MATCH_PATH,
} from '../../../src/contract/lookups.js';
import { readConfig } from '../../../src/service/config.js';
import { GROUP } from '../support/sample.js';
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { useServices } from '../support/test-service.js';

const CALLS = {
  estimate: [EXPANSIONS, HIRINGS, CHANGES].map((path) => ['POST', estimatePath(path)]),
  changes: [EXPANSIONS, HIRINGS, CHANGES].map((path) => ['POST', changesPath(path)]),
  groups: [['GET', GROUPS_PATH]],
  companies: [
    ['GET', `${COMPANIES_PATH}?query=acme`],
    ['POST', MATCH_PATH],
  ],
  account: [['GET', ACCOUNT_PATH]],
  tracking: [['POST', `${GROUPS_PATH}/{GROUP_NAME}`]],
} as const;

test('the setting', () => {
  expect(readConfig({}).extras).toEqual(EXTRAS);
  expect(readConfig({ EXTRAS: 'none' }).extras).toEqual([]);
  expect(readConfig({ EXTRAS: 'account, estimate' }).extras).toEqual(['account', 'estimate']);
  expect(() => readConfig({ EXTRAS: 'account,else' })).toThrow(/^EXTRAS must be one of estimate, /);
});

const openApiAnswer = (path: object = {}) =>
  (path as { post: { responses: { 200: { headers: Readonly<Record<string, object>> } } } }).post
    .responses[200];

const { engine, service } = useSample();
const start = useServices();
test.each([...EXTRAS.map((one) => [one, [one]] as const), ['all', EXTRAS] as const])(
  'without %s',
  async (_name, without) => {
    const extras = EXTRAS.filter((one) => !(without as readonly string[]).includes(one));
    const { send } = await start(engine.store, { extras });
    const headers = { 'x-api-key': await service.makeKey(20) };
    const document = (await send('/openapi.json', { method: 'GET' })).json() as {
      paths: Readonly<Record<string, object>>;
    };
    for (const one of EXTRAS) {
      const isThere = extras.includes(one);
      for (const [method = '', path = ''] of CALLS[one]) {
        const body = method === 'POST' ? { body: { limit: 0 } } : {};
        const reply = await send(path, { method, headers, ...body });
        expect([path, reply.text.includes('"NO_ROUTE"')]).toEqual([path, !isThere]);
        expect(method.toLowerCase() in (document.paths[path.split('?')[0]!] ?? {})).toBe(isThere);
      }
    }
    const asking = { ...headers, [CURSOR_HEADER]: 'begin' };
    // OpenAPI documents the header of a charge only if the service sends it
    const { headers: told } = openApiAnswer(document.paths[EXPANSIONS]);
    expect('x-credits-charged' in told).toBe(extras.includes('changes'));
    expect(CURSOR_HEADER in told).toBe(extras.includes('changes'));
    const paid = await send(EXPANSIONS, { headers: asking, body: { limit: 2 } });
    expect(paid.json()).toHaveLength(2);
    expect(paid.headers['x-credits-charged']).toBe(extras.includes('changes') ? '2' : undefined);
    expect(paid.headers[CURSOR_HEADER] !== undefined).toBe(extras.includes('changes'));
    const list = await send(`${GROUPS_PATH}/${encodeURIComponent(GROUP)}`, { method: 'GET', headers });
    expect(list.status).toBe(200);
  },
);
