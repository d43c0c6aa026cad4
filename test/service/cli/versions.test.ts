/** A database of another release: commands refuse it and change nothing; `migrate` and a start migrate it. */
import { runHere } from '../support/run-here.js';
import { runProgram, usePrograms } from '../support/run-service.js';
import { TEST_DATABASES, type TestDatabase } from '../support/test-databases.js';

const startProgram = usePrograms();
/** The columns of all tables. */
const SCHEMA = `select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'public' order by 1, 2`;

describe.each(TEST_DATABASES)('on %s', (name, open) => {
  let database: TestDatabase;
  const command = (...args: string[]) => runHere(args, database.environment);

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  test('a command creates tables only in the service’s own directory', async () => {
    const { code, stderr } = await command('keys', 'list');
    if (name === 'PostgreSQL') {
      expect([code, stderr]).toEqual([1, expect.stringContaining('has no tables of the service')]);
      expect(await database.sql(SCHEMA)).toEqual([]);
      expect(await command('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date\n' });
    } else {
      expect([code, stderr]).toEqual([0, '']);
    }
    expect((await command('keys', 'create', '--name', 'A', '--credits', '5')).code).toBe(0);
  });

  test('commands do not change a database of an earlier release; `migrate` and a start do', async () => {
    for (const bringUpToDate of [
      () => command('migrate'),
      async () => ({ code: await (await startProgram(database.environment)).stop() }),
    ]) {
      // as before the last migration
      const before = await database.sql(`drop function charge_grant;
        drop table oauth_token, oauth_grant, oauth_client;
        delete from kysely_migration where name = '0004-oauth';
        ${SCHEMA}`);
      for (const run of [
        () => command('keys', 'list'),
        () => command('keys', 'create', '--name', 'B', '--credits', '1'),
        () => runProgram(['export', 'groups'], database.environment),
      ]) {
        const { code, stderr } = await run();
        expect([code, stderr]).toEqual([1, expect.stringMatching(/lacks 0004-oauth.* command migrate/)]);
      }
      expect(await database.sql(SCHEMA)).toEqual(before);
      expect(await bringUpToDate()).toMatchObject({ code: 0 });
      expect(JSON.parse((await command('keys', 'list', '--json')).stdout)).toMatchObject([{ name: 'A' }]);
    }
  });

  test('a database of a later release is refused with the names of its unknown migrations', async () => {
    const before =
      await database.sql(`insert into kysely_migration (name, timestamp) values ('0099-later', '2030');
      ${SCHEMA}`);
    const start = () => runProgram([], { ...database.environment, PORT: '0' });
    for (const run of [() => command('keys', 'list'), () => command('migrate'), start]) {
      const { code, stderr } = await run();
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/Another release has changed .*\(0099-later\).* backup/),
      ]);
    }
    expect(await database.sql(SCHEMA)).toEqual(before);
  });
});
