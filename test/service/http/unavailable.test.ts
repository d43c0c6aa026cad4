/** The message of a 503 names the cause: the database, its connections, or the time limit. */
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore } from '../../../src/service/store/create-store.js';
import { createGate } from '../../support/gate.js';
import { createServerDatabase, SERVER_URL, useEngine } from '../support/engines.js';
import { startService, useServices } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const engine = useEngine();
const start = useServices();

test('an answer that is not ready in time does not blame the database', async () => {
  const key = await (await start(engine.store)).makeKey(5);
  const store = { ...engine.store, queryRecords: () => new Promise<never>(() => undefined) };
  const service = await start(store, { answerWithinMs: 300 });
  const { status, text } = await service.as(key).post(EXPANSIONS, {});
  expect([status, text]).toEqual([
    503,
    expect.stringContaining('The answer was not ready in time: try again later'),
  ]);
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
    const [taken, free] = [createGate(), createGate()];
    const others = database.requests.connection().execute(async () => {
      taken.open();
      await free.opened;
    });
    await taken.opened;
    const { status, headers, text } = await service.as(key).post(EXPANSIONS, {});
    expect([status, headers['retry-after'], text]).toEqual([
      503,
      '2',
      expect.stringContaining('All connections of the service to its database are at work'),
    ]);
    free.open();
    await others;
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
