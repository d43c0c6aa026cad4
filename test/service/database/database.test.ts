/** A server that fails during a query: the query fails, and the service reconnects. */
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../../src/service/database/database.js';
import type { Db } from '../../../src/service/database/db.js';
import { migrate } from '../../../src/service/database/migrate.js';
import { MIGRATIONS } from '../../../src/service/database/migrations/migrations.js';
import { createStore } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { createServerDatabase, SERVER_URL } from '../support/engines.js';

const whenServer = SERVER_URL === undefined ? test.skip : test;

const opened: Db[] = [];
afterEach(() => Promise.all(opened.splice(0).map((db) => db.destroy())));

function open(connectionString = SERVER_URL!): Db {
  const { db } = openDatabase({ connectionString, max: 1 });
  opened.push(db);
  return db;
}

whenServer('a connection that is cut fails its query, and the next one works', async () => {
  const db = open();
  const operator = new pg.Client({ connectionString: SERVER_URL! });
  await operator.connect();
  const events: unknown[] = [];
  const note = (error: unknown) => events.push(error);
  process.on('uncaughtException', note);
  try {
    const slow = sql`select pg_sleep(20) as cut_me`.execute(db);
    const failed = expect(slow).rejects.toThrow(/terminat/);
    await eventually(async () => {
      const { rows } = await operator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%as cut_me' and pid <> pg_backend_pid()`,
      );
      return rows.length > 0;
    });
    await failed;
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(events).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
    await operator.end();
  }
});

whenServer('a statement marked as prepared is prepared once, and answers alike each time', async () => {
  const db = open();
  for (const value of [1, 2]) {
    const { rows } = await sql<{ value: number }>`/* prepared */ select ${value}::int as value`.execute(db);
    expect(rows).toEqual([{ value }]);
  }
  expect((await sql`select 3 as value`.execute(db)).rows).toEqual([{ value: 3 }]);
  const prepared = sql`select 1 from pg_prepared_statements where statement like '%as value'`;
  expect((await prepared.execute(db)).rows).toHaveLength(1);
});

whenServer('a statement that the server refuses costs no connection', async () => {
  const db = open();
  const backend = async () => (await sql`select pg_backend_pid() as pid`.execute(db)).rows;
  const before = await backend();
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
  expect(await backend()).toEqual(before);
});

whenServer('of several hosts the first one that can be reached is used', async () => {
  const { username, host, pathname } = new URL(SERVER_URL!);
  const db = open(`postgres://${username}@127.0.0.1:1,${host}${pathname}`);
  const nowhere = open(`postgres://${username}@127.0.0.1:1,127.0.0.1:2/x`);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await expect(sql`select 1`.execute(nowhere)).rejects.toThrow(
    /^The database cannot be reached: .*127.0.0.1:1; .*127.0.0.1:2$/,
  );
});

whenServer(
  'an instance that starts beside others waits for none of them, and none fails by an upgrade',
  async () => {
    const { url, drop } = await createServerDatabase(SERVER_URL!);
    const database = openDatabase({ connectionString: url, max: 2 });
    const store = createStore(database);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    try {
      await store.migrate();
      await other.query('begin; lock table stored_answer in row exclusive mode');
      await store.migrate();
      // the other instance and the upgrade wait for each other's locks
      await other.query('commit');
      await other.query('begin; lock table stored_answer in row exclusive mode');
      const later = { ...MIGRATIONS, '9999-later': 'alter table stored_answer add column later int' };
      const upgrade = migrate(database.db, true, later);
      const waiting = `select 1 from pg_locks where not granted and relation = 'stored_answer'::regclass`;
      await eventually(async () => (await other.query(waiting)).rows.length > 0);
      await other.query('select 1 from api_key; commit');
      await upgrade;
    } finally {
      await other.end();
      await store.close();
      await drop();
    }
  },
);
