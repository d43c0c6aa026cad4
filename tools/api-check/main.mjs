/**
 * Checks the OpenAPI document with independent tools.
 *   npm ci --prefix tools/api-check && npm run check:api
 * Spectral lints the document. Prism, a validating proxy, checks the replies that a test run has recorded.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** @typedef {{ method: string, path: string, status: number, headers: Record<string, string>, body: string }} Exchange */

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'out/api-check');
const documentFile = path.join(folder, 'openapi.json');
const repliesFile = path.resolve(root, process.env['RECORD_REPLIES'] ?? 'out/api-check/replies.ndjson');
const bin = (/** @type {string} */ name) => path.join(import.meta.dirname, 'node_modules/.bin', name);

if (!existsSync(repliesFile)) {
  const file = path.relative(root, repliesFile);
  console.error(`No replies are recorded: run RECORD_REPLIES=${file} npx jest --selectProjects service`);
  process.exit(1);
}
// one reply of each kind: Prism is slow, and thousands of generated requests are similar
/** @type {Map<string, Exchange>} */
const kinds = new Map();
let count = 0;
/** The recorded OpenAPI document. @type {string | undefined} */
let description;
for await (const line of createInterface({ input: createReadStream(repliesFile) })) {
  /** @type {Exchange} */
  const exchange = JSON.parse(line);
  kinds.set(kindOf(exchange), exchange);
  count += 1;
  if (exchange.path === '/openapi.json' && exchange.status === 200) description ??= exchange.body;
}
if (description === undefined) throw new Error(`${repliesFile} has no reply of /openapi.json`);
await mkdir(folder, { recursive: true });
await writeFile(documentFile, description);
lint();
await replay();

function lint() {
  const ruleset = path.join(import.meta.dirname, 'spectral.yaml');
  const args = ['lint', documentFile, '--ruleset', ruleset, '--fail-severity', 'warn'];
  execFileSync(bin('spectral'), args, { cwd: root, stdio: 'inherit' });
}

/** Serves each recorded reply from a mock of the service through Prism, which reports violations. */
async function replay() {
  const distinct = [...kinds.values()].filter(
    // the document describes the default shape of answers; one test uses the other shape
    ({ path: address, body }) => address.startsWith('/api/') && !body.startsWith('{"dataset":'),
  );
  const upstream = http.createServer((request, response) => {
    const { status, headers, body } = /** @type {Exchange} */ (distinct[Number(request.headers['x-replay'])]);
    request.resume();
    response.writeHead(status, { 'content-type': headers['content-type'] ?? 'text/plain' }).end(body);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const upstreamUrl = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (upstream.address()).port}`;
  const port = 4_010 + (process.pid % 1_000);
  const prism = spawn(
    bin('prism'),
    ['proxy', documentFile, upstreamUrl, '--port', String(port), '--host', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await new Promise((resolve, reject) => {
      prism.stdout.on('data', (chunk) => String(chunk).includes('Prism is listening') && resolve(undefined));
      prism.once('exit', () => reject(new Error('Prism has ended')));
    });
    const problems = [];
    for (const [index, exchange] of distinct.entries()) {
      const { status, headers } = await send(port, exchange, index);
      if (status !== exchange.status)
        problems.push(`${exchange.method} ${exchange.path}: Prism answers ${status} for ${exchange.status}`);
      for (const violation of JSON.parse(String(headers['sl-violations'] ?? '[]'))) {
        if (violation.location[0] === 'response')
          problems.push(
            `${exchange.method} ${exchange.path} ${exchange.status}: ${JSON.stringify(violation)} in ${exchange.body.slice(0, 300)}`,
          );
      }
    }
    console.log(
      `${distinct.length} kinds of replies out of ${count} passed through Prism, ${problems.length} problems`,
    );
    if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'));
  } finally {
    prism.kill();
    upstream.close();
    upstream.closeAllConnections();
  }
}

/** Returns the same text for replies of the same route, status and shape. */
function kindOf(/** @type {Exchange} */ { method, path: address, status, body }) {
  const route = address.split('?')[0]?.split('/').slice(0, 4).join('/');
  const shape = body.startsWith('[') ? body.slice(0, 2_000) : body.replace(/[0-9]+/g, '0').slice(0, 200);
  return `${method} ${route} ${status} ${shape}`;
}

/**
 * Requests a recorded reply with a valid request. Prism cannot write hostile requests into its report header,
 * and this program checks only replies.
 * @param {number} port @param {Exchange} exchange @param {number} index
 * @returns {Promise<import('node:http').IncomingMessage & { status: number }>}
 */
function send(port, { method, path: address }, index) {
  const [route] = ['/api/v1/tracked-companies/', '/api/v1/push-news/'].filter((prefix) =>
    address.startsWith(prefix),
  );
  const [bare, query] = address.split('?');
  const rest = query === undefined ? bare : `${bare}?query=text`;
  const plain = route ? route + (route.includes('push') ? 'group/1' : 'group') : rest;
  const headers = {
    'x-api-key': 'key',
    'x-replay': String(index),
    'callback-url': 'https://example.com/',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path: plain, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(Object.assign(response, { status: response.statusCode ?? 0 })));
    });
    request.on('error', reject);
    request.end(method === 'POST' ? '{}' : undefined);
  });
}
