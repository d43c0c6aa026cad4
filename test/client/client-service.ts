/** A real service with a record per day, clients of it, and their charges, for the tests of the client. */
import { createClient } from '../../src/client/client.js';
import { createTransport } from '../../src/client/transport.js';
import type {
  ClientSettings,
  SignalsClient,
  Transport,
  TransportAnswer,
  TransportRequest,
} from '../../src/client/types.js';
import { useEngine } from '../service/support/engines.js';
import { fillWithExpansions, GROUP } from '../service/support/sample.js';
import { type KeyRules, type ServiceOptions, useTestService } from '../service/support/test-service.js';
import { type Recorder, type RecorderFault, useRecorder } from '../support/recorder.js';

/** The current day of all client tests. */
export const NOW = Date.parse('2026-03-10T12:00:00Z');
export const RECORD_COUNT = 300;

/** One per day from 2025-01-01. */
export const RECORDS = Array.from({ length: RECORD_COUNT }, (_, index) => ({
  id: `e${String(index).padStart(3, '0')}`,
  company: { id: index % 3 === 0 ? 'c1' : 'c2' },
  announcedDate: dayOf(index),
  lastModified: dayOf(index),
  expansionType: index % 2 === 0 ? 'Store' : 'HQ',
  title: `Headline ${index}`,
}));

export function dayOf(index: number): string {
  return new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
}

/** The arguments of the tool `ask` for the records of `count` days from a day on. */
export const askDays = (from: number, count: number, ceiling = 50) => ({
  dataset: 'business-expansion',
  options: { from: dayOf(from), to: dayOf(from + count - 1) },
  max_credits: ceiling,
});

export type ClientService = ReturnType<typeof useClientService>;

/** For all tests of the calling suite or block. */
export function useClientService(overrides: Omit<ServiceOptions, 'store'> = {}) {
  const engine = useEngine();
  const service = useTestService(engine, {
    credits: 0,
    fill: async (store) => {
      await fillWithExpansions(store, RECORDS);
      await store.putRecords(
        'major-hiring',
        RECORDS.slice(0, 30).map(({ id, company, announcedDate, lastModified }) => ({
          ...{ id: `h${id}`, company, announcedDate, lastModified, numberOfJobs: 100 },
        })),
      );
      await store.addToGroup(GROUP, ['c1', 'c2']);
    },
    ...overrides,
  });
  const clients: SignalsClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  return {
    get url() {
      return service.url;
    },
    makeKey: (credits: number, rules?: KeyRules): Promise<string> => service.makeKey(credits, rules),
    /** The environment of a program that uses the service with a key. */
    environment: (key: string) => ({ SIGNALS_URL: service.url, SIGNALS_API_KEY: key }),
    /** The remaining credits of a key. */
    balance: async (key: string): Promise<number> =>
      (await engine.store.listKeys()).find(({ prefix }) => key.startsWith(prefix))!.credits,
    put: async (records: readonly object[]): Promise<void> => {
      await engine.store.putRecords('business-expansion', records as typeof RECORDS);
    },
    /** Deletes cursors, as if they were unused for more than 30 days. */
    forgetCursors: async (): Promise<void> => {
      await engine.sql(`insert into setting values ('changes forgotten up to', nextval('change_number'))
        on conflict (name) do update set value = excluded.value`);
    },
    client(key: string, settings: Partial<ClientSettings> = {}): SignalsClient {
      const client = createClient({
        key,
        url: service.url,
        timeZone: 'UTC',
        now: () => NOW,
        sleep: async () => undefined,
        ...settings,
      });
      clients.push(client);
      return client;
    },
  };
}

/** A transport that records requests, and sends on those that `answerTo` gives no answer to. */
export function recordingTransport(
  answerTo: (request: TransportRequest) => TransportAnswer | undefined | Promise<undefined> = () => undefined,
): Transport & { readonly sent: TransportRequest[] } {
  const transport = createTransport();
  const sent: TransportRequest[] = [];
  return {
    sent,
    async send(request) {
      sent.push(request);
      return (await answerTo(request)) ?? transport.send(request);
    },
    close: () => transport.close(),
  };
}

/** For all tests of the calling suite or block: a proxy in front of the service. */
export function useProxy(service: ClientService): Recorder {
  return useRecorder({
    get baseUrl() {
      return service.url;
    },
    apiKey: '',
  });
}

/** The answer is lost: the request has arrived, and is charged. */
export const LOST: RecorderFault = { kind: 'hangUp', reached: true };

/** Loses the next answers to purchases. */
export function losing(answers: number): Recorder['fault'] {
  let left = answers;
  return ({ path }) => (path.endsWith('/business-expansion') && left-- > 0 ? LOST : undefined);
}
