/** The built service without rate limits, and a client with one connection, for benches. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export const PATH = '/api/v2/dataset/business-expansion';
export const PEPPER = 'bench';

/**
 * The requests of a bench: a query; `send` sends any request, possibly with another key, and returns the answer.
 * @typedef {{
 *   ask: (body: object) => Promise<unknown>,
 *   send: (method: string, path: string, body?: object, key?: string) => Promise<Buffer>,
 *   url: string, program: string, env: NodeJS.ProcessEnv,
 * }} Client
 */

/**
 * Starts the built service, or the program in BENCH_SERVICE, and calls `use` with a client.
 * @template T
 * @param {Record<string, string>} environment
 * @param {(client: Client) => Promise<T>} use
 */
export async function withService(environment, use) {
  const env = { ...process.env, SEED: 'off', PORT: '0', RATE_LIMIT: '0', KEY_PEPPER: PEPPER, ...environment };
  const program = process.env['BENCH_SERVICE'] ?? 'out/service/main.mjs';
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const made = spawnSync(
    process.execPath,
    [program, 'keys', 'create', '--name', 'bench', '--credits', '1000000000'],
    { env, encoding: 'utf8' },
  );
  const key = made.stdout.trim();
  const { hostname, port } = new URL(String(line).replace('Listening on ', ''));
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const { send, close } = createSender(socket, hostname, key);
  try {
    return await use({
      ask: (body) => send('POST', PATH, body),
      send,
      url: `http://${hostname}:${port}`,
      program,
      env,
    });
  } finally {
    close();
    child.kill();
    await once(child, 'exit');
  }
}

/**
 * Sends one request after the other over one socket, as bytes: a client must cost little, because the bench
 * measures the service.
 * @param {import('node:net').Socket} socket
 * @param {string} host
 * @param {string} ownKey
 */
function createSender(socket, host, ownKey) {
  /** @type {{ resolve: (body: Buffer) => void, reject: (error: Error) => void } | undefined} */
  let waiting;
  /** @type {Buffer[]} */
  let parts = [];
  /** The bytes of the answer that are missing; 0 before its head has arrived. */
  let missing = 0;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the service has closed the connection')));
  socket.on('data', (data) => {
    if (missing === 0) {
      // the service writes the head in one piece, before the body
      const end = data.indexOf('\r\n\r\n');
      const head = data.toString('latin1', 0, end);
      const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
      if (!head.startsWith('HTTP/1.1 200 ') || !length) return waiting?.reject(new Error(head));
      missing = Number(length);
      parts = [data.subarray(end + 4)];
      missing -= data.length - end - 4;
    } else {
      parts.push(data);
      missing -= data.length;
    }
    if (missing === 0) waiting?.resolve(Buffer.concat(parts));
  });
  return {
    /** @type {Client['send']} */
    send: (method, path, body, key = ownKey) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const text = body ? JSON.stringify(body) : '';
        const headers = `host: ${host}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`;
        socket.write(`${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n${text}`);
      }),
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}
