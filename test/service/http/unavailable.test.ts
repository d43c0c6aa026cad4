/** The message of a 503 names the cause: the database, its connections, or the time limit. */
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore } from '../../../src/service/store/create-store.js';
import { createServerDatabase, SERVER_URL, useEngine } from '../support/engines.js';
import { startService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const engine = useEngine();

test('an answer that is not ready in time does not blame the database', async () => {
  const key = await startService(engine.store).then(async ({ makeKey, close }) => {
    const made = await makeKey(5);
    await close();
    return made;
  });
  const store = { ...engine.store, queryRecords: () => new Promise<never>(() => undefined) };
  const service = await startService(store, { answerWithinMs: 300 });
  const { status, text } = await service.as(key).post(EXPANSIONS, {});
  expect([status, text]).toEqual([
    503,
    expect.stringContaining('The answer was not ready in time: try again later'),
  ]);
  await service.close();
});

(SERVER_URL === undefined ? test.skip : test)(
  'where all connections are at work, and the database is well, the answer says so',
  async () => {
    const { url, drop } = await createServerDatabase(SERVER_URL!);
    const database = openDatabase({ connectionString: url, max: 1 });
    const store = createStore(database);
    await store.migrate();
    const service = await startService(store);
    const key = await service.makeKey(5);
    let free = () => {};
    const until = new Promise<void>((resolve) => {
      free = resolve;
    });
    const others = await new Promise<{ over: Promise<void> }>((resolve) => {
      const over = database.requests.connection().execute(async () => {
        resolve({ over });
        await until;
      });
    });
    const { status, headers, text } = await service.as(key).post(EXPANSIONS, {});
    expect([status, headers['retry-after'], text]).toEqual([
      503,
      '2',
      expect.stringContaining('All connections of the service to its database are at work'),
    ]);
    free();
    await others.over;
    expect((await service.as(key).post(EXPANSIONS, {})).status).toBe(200);
    await service.close();
    await store.close();
    await drop();
    const gone = createStore(openDatabase({ connectionString: 'postgres://signals@127.0.0.1:1/x', max: 1 }));
    const without = await startService(gone);
    expect((await without.as(key).post(EXPANSIONS, {})).text).toContain(
      'The database of the service does not answer',
    );
    await without.close();
    await gone.close();
  },
);
