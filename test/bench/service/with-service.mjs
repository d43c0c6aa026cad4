/** The built service for a bench, without limits, and a client that keeps its connection. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';

const PATH = '/api/v2/dataset/business-expansion';

/**
 * Starts the built service and hands over a function that asks it, over one connection.
 * @template T
 * @param {Record<string, string>} environment
 * @param {(ask: (body: object) => Promise<unknown>) => Promise<T>} use
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
  const address = String(line).replace('Listening on ', '') + PATH;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  /** @param {object} body */
  const ask = (body) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        address,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', 'x-api-key': key } },
        (response) => {
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
          response.on('data', () => undefined);
          response.on('end', () => resolve(undefined));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });
  try {
    return await use(ask);
  } finally {
    agent.destroy();
    child.kill();
    await once(child, 'exit');
  }
}
