/** A database of a bench's own on a PostgreSQL server. */
import pg from 'pg';

/**
 * Creates a database, and drops it after use.
 * @template T
 * @param {string} serverUrl @param {(url: string, client: pg.Client) => Promise<T>} use
 */
export async function withDatabase(serverUrl, use) {
  const name = `signals_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  try {
    await client.connect();
    return await use(url.href, client);
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}
