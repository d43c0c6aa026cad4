/** The built service for a bench, without limits, and a client that keeps its connection. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';

const PATH = '/api/v2/dataset/business-expansion';

/**
 * What a bench does with the service: asks a question, or nothing, which costs what HTTP costs.
 * @typedef {{ ask: (body: object) => Promise<unknown>, ping: () => Promise<unknown> }} Client
 */

/**
 * Starts the built service and hands over a client with one connection.
 * @template T
 * @param {Record<string, string>} environment
 * @param {(client: Client) => Promise<T>} use
 */
export async function withService(environment, use) {
  const env = {
    ...process.env,
    SEED: 'off',
    PORT: '0',
    RATE_LIMIT: '0',
    KEY_PEPPER: 'bench',
    ...environment,
  };
  const program = 'out/service/main.mjs';
  const made = spawnSync(
    process.execPath,
    [program, 'keys', 'create', '--name', 'bench', '--credits', '1000000000'],
    { env, encoding: 'utf8' },
  );
  const key = made.stdout.trim();
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const address = String(line).replace('Listening on ', '');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  /** @param {string} method @param {string} path @param {string} [body] */
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        address + path,
        { method, agent, headers: { 'content-type': 'application/json', 'x-api-key': key } },
        (response) => {
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
          response.on('data', () => undefined);
          response.on('end', () => resolve(undefined));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  try {
    return await use({
      ask: (body) => send('POST', PATH, JSON.stringify(body)),
      ping: () => send('GET', '/health'),
    });
  } finally {
    agent.destroy();
    child.kill();
    await once(child, 'exit');
  }
}
