/** Spreads the record tables of a database over others, by postgres_fdw: companies, places and keys stay where they are. */
import pg from 'pg';
import { RECORD_TABLES } from '../../../src/service/database/columns.js';
import { MIGRATION } from '../../../src/service/database/schema.js';

/** @param coordinator address of an empty database; so are those of the shards */
export async function shard(coordinator: string, shards: readonly string[]): Promise<void> {
  for (const url of shards) await run(url, MIGRATION);
  await run(coordinator, [
    ...MIGRATION,
    'create extension postgres_fdw',
    ...shards.flatMap((url, index) => serverStatements(new URL(url), index)),
    ...RECORD_TABLES_AND_TAGS.flatMap((table) => tableStatements(table, shards.length)),
  ]);
}

const RECORD_TABLES_AND_TAGS = Object.values(RECORD_TABLES).flatMap(({ name, columns }) =>
  columns.some(({ type }) => type === 'list') ? [name, `${name}_tag`] : [name],
);

function serverStatements(url: URL, index: number): string[] {
  const password = url.password === '' ? '' : `, password '${decodeURIComponent(url.password)}'`;
  return [
    `create server shard_${index} foreign data wrapper postgres_fdw options (host '${url.hostname}',
      port '${url.port}', dbname '${url.pathname.slice(1)}', fetch_size '10000', batch_size '1000', async_capable 'true')`,
    `create user mapping for current_user server shard_${index}
      options (user '${decodeURIComponent(url.username)}'${password})`,
  ];
}

function tableStatements(table: string, count: number): string[] {
  return [
    `create table spread (like ${table}) partition by hash (company_id)`,
    `drop table ${table}`,
    `alter table spread rename to ${table}`,
    ...Array.from(
      { length: count },
      (_, index) => `create foreign table ${table}_${index} partition of ${table}
        for values with (modulus ${count}, remainder ${index}) server shard_${index}
        options (table_name '${table}')`,
    ),
  ];
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
