/** A database that stops answering: 503, but slow statements are awaited, and afterwards everything works. */
import { sql } from 'kysely';
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore, type Store } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { useTempFolders } from '../../support/temp-folder.js';
import { type Cluster, POSTGRES_PROGRAMS, startCluster } from '../support/cluster.js';
import { openPglite } from '../support/engines.js';
import { usePrograms } from '../support/run-service.js';
import { fillWithExpansions, longExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { startService, type TestService } from '../support/test-service.js';

/** As in the program. */
const ANSWER_WITHIN_MS = 8_500;
/** Time limits of the service that meets the frozen database. They are short, so that the test need not wait for those of the program. */
const IMPATIENT = { answerWithinMs: 1_200, requestMs: 1_000 };
/** Far longer than the impatient service waits, and far less than the other one. */
const SLOW_SECONDS = 3;
const RECORD_COUNT = 10;

const startProgram = usePrograms();
const newFolder = useTempFolders();

interface Place {
  readonly store: Store;
  /** The same database, with a short limit for each statement if the engine has one. */
  readonly impatient: Store;
  /** Stops the database; returns a function that lets it continue. */
  readonly freeze: () => Promise<() => Promise<void>>;
  /** Runs one slow statement. */
  readonly beSlow: () => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  ['PGlite', onPglite],
  ...(POSTGRES_PROGRAMS === undefined ? [] : [['PostgreSQL', onCluster] as const]),
];

if (POSTGRES_PROGRAMS === undefined) process.stderr.write('PostgreSQL: not tested, it is not installed\n');

describe.each(PLACES)('on %s', (_, open) => {
  let place: Place;
  let service: TestService;
  let impatient: TestService;
  let key: string;
  beforeAll(async () => {
    place = await open();
    await place.store.migrate();
    await fillWithExpansions(place.store, longExpansions(RECORD_COUNT, 1));
    service = await startService(place.store, { answerWithinMs: ANSWER_WITHIN_MS });
    impatient = await startService(place.impatient, { answerWithinMs: IMPATIENT.answerWithinMs });
    key = await service.makeKey(1_000);
  });
  afterAll(async () => {
    await Promise.all([service.close(), impatient.close()]);
    await place.remove();
  });

  const askAt = (asked: TestService, name: string) =>
    asked.as(key).post(EXPANSIONS, {}, { 'idempotency-key': name });
  const untilAnswered = (name: string) =>
    eventually(async () => (await askAt(impatient, name)).status === 200);

  test('503, and each request is paid once afterwards', async () => {
    await untilAnswered('before');
    const names = Array.from({ length: 20 }, (__, index) => `n${index}`);
    // some are frozen during their work
    const early = names.slice(0, 10).map((name) => askAt(impatient, name));
    const thaw = await place.freeze();
    const late = names.slice(10).map((name) => askAt(impatient, name));
    const replies = await Promise.all([...early, ...late]);
    expect(replies.slice(10).map(({ status }) => status)).toEqual(late.map(() => 503));
    expect(replies[19]!.json()).toMatchObject({ status: '503', code: 'UNAVAILABLE' });
    await thaw();

    await untilAnswered('after');
    for (const name of names) expect((await askAt(service, name)).status).toBe(200);
    const [account] = await place.store.listKeys();
    expect(account!.credits).toBe(1_000 - RECORD_COUNT * (names.length + 2));
  });

  test('a slow statement is awaited', async () => {
    const slow = place.beSlow();
    const reply = askAt(service, 'meanwhile');
    await slow;
    expect((await reply).status).toBe(200);
  });
});

(POSTGRES_PROGRAMS === undefined ? test.skip : test)(
  'a service that is stopped ends within ten seconds although its database does not answer',
  async () => {
    const cluster = await startCluster();
    const DATA_DIR = newFolder();
    const service = await startProgram({ DATABASE_URL: cluster.url, DATA_DIR, SEED: 'off' });
    await cluster.freeze();
    const started = performance.now();
    expect(await service.stop()).toBe(0);
    // a busy machine takes longer
    expect(performance.now() - started).toBeLessThan(20_000);
    await cluster.thaw();
    await cluster.remove();
  },
);

async function onPglite(): Promise<Place> {
  const { store, sql: run, freeze, close } = await openPglite();
  return {
    store,
    impatient: store,
    freeze: async () => {
      const thaw = await freeze!();
      return async () => thaw();
    },
    beSlow: () =>
      run(`do $$ declare until timestamptz = clock_timestamp() + interval '${SLOW_SECONDS} seconds';
      begin while clock_timestamp() < until loop end loop; end $$`),
    remove: close,
  };
}

async function onCluster(): Promise<Place> {
  const cluster: Cluster = await startCluster();
  // all statements on one connection: during a slow one, the others wait for the connection
  const config = { connectionString: cluster.url, max: 1 };
  const database = openDatabase(config);
  const store = createStore(database);
  const impatient = createStore(openDatabase(config, { requestMs: IMPATIENT.requestMs }));
  return {
    store,
    impatient,
    freeze: async () => {
      await cluster.freeze();
      return cluster.thaw;
    },
    beSlow: () => sql`select pg_sleep(${SLOW_SECONDS})`.execute(database.requests),
    remove: async () => {
      await Promise.all([store.close(), impatient.close()]);
      await cluster.remove();
    },
  };
}
