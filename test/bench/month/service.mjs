/** The service during a month that ends today, restarted for each day. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '../../..');
const DAY_MS = 86_400_000;

/** Returns the first instant of a day of the month. @param {number} days @param {number} day */
export function startOfDay(days, day) {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS - (days - 1 - day) * DAY_MS;
}

/** The service, restarted for each day with that day's clock. @param {string} folder @param {number} days */
export function createService(folder, days) {
  const program = path.join(root, 'out/service/main.mjs');
  const preload = path.join(import.meta.dirname, '../shifted-clock.mjs');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let env = { ...process.env };

  async function stop() {
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill();
    await gone;
  }

  /** @param {string[]} words */
  async function command(words) {
    const run = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    for await (const chunk of run.stdout) text += chunk;
    return text;
  }

  return {
    stop,
    /** @param {number} day @returns {Promise<string>} the service's address */
    async start(day) {
      await stop();
      env = {
        ...process.env,
        PORT: '0',
        DATA_DIR: folder,
        RATE_LIMIT: '1000000',
        NODE_OPTIONS: `--import=${preload}`,
        CLOCK_OFFSET_MS: String(startOfDay(days, day) - startOfDay(days, days - 1)),
      };
      child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      for await (const line of createInterface({
        input: /** @type {import('node:stream').Readable} */ (child.stdout),
      })) {
        const address = /^Listening on (\S+)$/.exec(line)?.[1];
        if (address) return address;
      }
      throw new Error('the service ended before it listened');
    },
    /** @param {string} name @param {string} billing @returns {Promise<string>} */
    async createKey(name, billing) {
      const words = ['keys', 'create', '--name', name, '--billing', billing];
      words.push('--credits', '100000000', '--json');
      return JSON.parse(await command(words)).key;
    },
    /** Returns a key's spending by the service's ledger. @param {string} name @returns {Promise<number>} */
    async spent(name) {
      await stop();
      const { PGlite } = await import('@electric-sql/pglite');
      const database = await PGlite.create(path.join(folder, 'pglite'));
      const { rows } = await database.query(
        `select coalesce(-sum(delta), 0)::int as spent from ledger join api_key on api_key.id = key_id
          where name = $1 and delta < 0`,
        [name],
      );
      await database.close();
      return /** @type {{ spent: number }[]} */ (rows)[0]?.spent ?? 0;
    },
  };
}
