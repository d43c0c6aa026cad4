/** Generated requests: allowed, nearly allowed and hostile. Nothing fails, and errors cost nothing. */

import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { changesPath } from '../../../src/contract/changes.js';
import { DATASETS } from '../../../src/contract/datasets.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import { ACCOUNT_PATH, COMPANIES_PATH, GROUPS_PATH, MATCH_PATH } from '../../../src/contract/lookups.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { useEngine } from '../support/engines.js';
import {
  type GeneratedRequest,
  type Kind,
  type OpenApiDocument,
  requestsOf,
} from '../support/openapi-requests.js';
import { GROUP } from '../support/sample.js';
import { type Reply, useTestService } from '../support/test-service.js';

const REQUESTS = scaled(1_000, 20_000);
const CREDITS = 1_000_000_000;
/** Far more than any answer takes: a longer wait means that the request hangs. */
const HANGING_MS = 20_000;

/** An example, because random requests hardly ever subscribe. */
const BEGINNING: GeneratedRequest = {
  kind: 'valid',
  method: 'POST',
  route: changesPath(DATASETS['business-expansion'].path),
  path: changesPath(DATASETS['business-expansion'].path),
  headers: {},
  body: '{"limit":0}',
};

const KNOWN = {
  GROUP_NAME: [GROUP, 'Others', 'nobody'],
  query: ['a', 'foods', 'acme'],
  companyName: ['a', 'Foods', 'Acme'],
  companyDomain: ['.example', 'acme'],
  companyLocation: ['Germany', 'Texas'],
  expansionLocation: ['Germany', 'United'],
  'callback-url': [
    'https://127.0.0.1/x',
    'https://[::ffff:10.0.0.1]/',
    'ftp://a.example/',
    'https://0x7f.1/',
  ],
};

/** The paid records of an answer, by path. */
const PAID: Readonly<Record<string, (answer: unknown) => readonly unknown[]>> = {
  [DATASETS['business-expansion'].path]: (answer) => answer as unknown[],
  [changesPath(DATASETS['business-expansion'].path)]: (answer) => (answer as { records: unknown[] }).records,
};

const engine = useEngine();
const service = useTestService(engine, { credits: CREDITS });

test(`SEED=${SEED}, ${REQUESTS} requests made from the OpenAPI document: answered in time as documented, and free if refused`, async () => {
  const document = (await service.send('/openapi.json', { method: 'GET' })).json() as OpenApiDocument;
  const isDocumented = replyCheck(document);
  const seen: Record<Kind, { ok: number; refused: number }> = {
    valid: { ok: 0, refused: 0 },
    near: { ok: 0, refused: 0 },
    hostile: { ok: 0, refused: 0 },
  };
  const routes = new Set<string>();
  let charged = 0;
  await fc.assert(
    fc.asyncProperty(requestsOf(document, KNOWN), async (request) => {
      const { method, path, headers, body, kind, route } = request;
      const reply = await inTime(
        service.send(path, { method, headers: { ...headers, 'x-api-key': service.key }, body }),
      );
      isDocumented(request, reply);
      const ok = reply.status < 400;
      seen[kind][ok ? 'ok' : 'refused'] += 1;
      if (ok) routes.add(`${method} ${route}`);
      const cost = Number(reply.headers['x-credits-charged'] ?? 0);
      if (!ok) expect(cost).toBe(0);
      else if (PAID[path]) {
        expect(cost).toBe(PAID[path](reply.json()).length);
        if (reply.headers['idempotent-replayed'] === undefined) charged += cost;
      }
      // limit 0 always gets this answer
      if (ok && body && Number((JSON.parse(body) as { limit?: unknown }).limit) === 0) {
        expect(reply.json()).toMatchObject({ records: [], removed: [], more: false });
      }
    }),
    { numRuns: REQUESTS, seed: SEED, endOnFailure: true, examples: [[BEGINNING]] },
  );
  expect(await service.account(service.key)).toMatchObject({ credits: CREDITS - charged });
  // neither all fields wrong nor all requests empty
  expect(charged).toBeGreaterThan(REQUESTS / 20);
  expect(seen.valid.ok).toBeGreaterThan(seen.valid.refused);
  expect(seen.near.refused).toBeGreaterThan(seen.near.ok / 2);
  expect(seen.hostile.refused).toBeGreaterThan(seen.hostile.ok);
  const queries = Object.values(DATASETS).flatMap(({ path }) => [
    `POST ${path}`,
    `POST ${estimatePath(path)}`,
    `POST ${changesPath(path)}`,
  ]);
  const lists = [ACCOUNT_PATH, COMPANIES_PATH, GROUPS_PATH, `${GROUPS_PATH}/{GROUP_NAME}`];
  const all = [...lists.map((path) => `GET ${path}`), `POST ${MATCH_PATH}`, ...queries];
  expect([...routes].sort()).toEqual(all.sort());
});

/** Checks status and body of a reply against the document, which contains no unexpected failure. */
function replyCheck(document: OpenApiDocument): (request: GeneratedRequest, reply: Reply) => void {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const checks = new Map<string, ValidateFunction>();
  for (const [route, methods] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.['application/json']?.schema;
        if (schema) checks.set(`${method.toUpperCase()} ${route} ${status}`, ajv.compile(schema));
      }
    }
  }
  return ({ method, route }, reply) => {
    expect(reply.status).toBeLessThan(500);
    const check = checks.get(`${method} ${route} ${reply.status}`);
    if (!check)
      throw new Error(`${method} ${route}: status ${reply.status} is not documented: ${reply.text}`);
    if (!check(reply.json())) throw new Error(`${reply.text}: ${ajv.errorsText(check.errors)}`);
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), HANGING_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
