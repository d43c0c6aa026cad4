/** The built service for a bench, without limits, and a client that keeps its connection. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const PATH = '/api/v2/dataset/business-expansion';

/**
 * What a bench does with the service: asks a question, what it would cost, for companies, or nothing, which costs what
 * HTTP costs.
 * @typedef {{
 *   ask: (body: object) => Promise<unknown>,
 *   estimate: (body: object) => Promise<unknown>,
 *   search: (text: string) => Promise<unknown>,
 *   ping: () => Promise<unknown>,
 * }} Client
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
  const { hostname, port } = new URL(String(line).replace('Listening on ', ''));
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const { send, close } = createSender(socket, `host: ${hostname}\r\nx-api-key: ${key}\r\n`);
  try {
    return await use({
      ask: (body) => send('POST', PATH, JSON.stringify(body)),
      estimate: (body) => send('POST', `${PATH}/estimate`, JSON.stringify(body)),
      search: (text) => send('GET', `/api/v1/companies?query=${encodeURIComponent(text)}`),
      ping: () => send('GET', '/health'),
    });
  } finally {
    close();
    child.kill();
    await once(child, 'exit');
  }
}

/**
 * One request after the other over one socket, as bytes: a client that costs hardly anything, as it is the service that
 * is measured.
 * @param {import('node:net').Socket} socket
 * @param {string} headers
 */
function createSender(socket, headers) {
  /** @type {{ resolve: (value: undefined) => void, reject: (error: Error) => void } | undefined} */
  let waiting;
  /** Bytes of the answer that are still to come; 0 before its head is there. */
  let missing = 0;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the service has closed the connection')));
  socket.on('data', (data) => {
    if (missing === 0) {
      // the head is written at once, before the body
      const end = data.indexOf('\r\n\r\n');
      const head = data.toString('latin1', 0, end);
      const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
      if (!head.startsWith('HTTP/1.1 200 ') || !length) return waiting?.reject(new Error(head));
      missing = end + 4 + Number(length);
    }
    missing -= data.length;
    if (missing === 0) waiting?.resolve(undefined);
  });
  return {
    /** @param {string} method @param {string} path @param {string} [body] */
    send: (method, path, body = '') =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const length = Buffer.byteLength(body);
        socket.write(
          `${method} ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
        );
      }),
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}
