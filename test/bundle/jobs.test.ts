/** Scheduled jobs of the built add-on, in the host against a real service. */
import type { Host } from '../../src/sandbox/host-types.js';
import { startHost } from '../support/host.js';
import { type Recorder, startRecorder } from '../support/recorder.js';
import { type RunningService, startService } from '../support/service.js';

interface State {
  readonly jobs: readonly {
    readonly id: string;
    readonly through: string;
    readonly error: string;
    readonly notice: string;
    readonly added: number;
    readonly changed: number;
    readonly credits: number;
    readonly allCredits: number;
    readonly nextRun: number;
    readonly mine: boolean;
    readonly paused: boolean;
    readonly givenUp: boolean;
  }[];
  readonly activity: { readonly today: number; readonly calls: readonly { readonly credits: number }[] };
  readonly outcome?: { readonly kind: string; readonly id?: string; readonly run?: Stretch };
}

interface Stretch {
  readonly token: string;
  readonly over: boolean;
  readonly added: number;
  readonly changed: number;
  readonly credits: number;
}

const DAY_MS = 86_400_000;
const SIDEBAR = { mode: 'sidebar' } as const;
const DAILY = { every: 'day', hour: 6, weekdays: [] };

let service: RunningService;
let recorder: Recorder;
let apiKey: string;
let host: Host;

beforeAll(async () => {
  service = await startService();
  recorder = await startRecorder(service.baseUrl);
  apiKey = await service.createKey(100_000);
}, 60_000);

afterAll(async () => {
  await recorder?.stop();
  await service?.stop();
});

beforeEach(async () => {
  host = await startHost({ connection: { baseUrl: recorder.baseUrl, apiKey } });
  // at noon the day before is settled, whatever the hour
  host.clock.advance(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 - Date.now());
  recorder.clear();
});

afterEach(async () => {
  await host.settled();
  await host.close();
});

const dayAgo = (days: number) => new Date(host.clock.now() - days * DAY_MS).toISOString().slice(0, 10);
const call = (name: string, ...args: unknown[]) => host.run(name, args, SIDEBAR) as Promise<State>;
const valuesIn = (a1: string) => host.workbook.read(a1).map((row) => row.map(({ value }) => value));

function sync(settings: object = {}): object {
  return {
    name: 'All expansions',
    schedule: DAILY,
    digest: '',
    sync: {
      formula: '=EXPANSIONS(, "columns", "date|company|type|country|investment|currency|jobs|modified")',
      tab: 'Synced',
      newRows: 'top',
      from: dayAgo(8),
      budget: 1000,
      log: false,
      ...settings,
    },
  };
}

async function makeJob(input: object = sync()): Promise<string> {
  const { outcome } = await call('saveJob', input);
  return outcome?.id ?? '';
}

/** Runs a job as a person does, stretch by stretch. */
async function runNow(id: string): Promise<Stretch> {
  let token = '';
  for (;;) {
    const { outcome } = await call('runJob', id, token);
    const run = outcome?.run;
    if (!run) throw new Error('no run');
    if (run.over) return run;
    token = run.token;
  }
}

/** The records of the service by id, changed from one day to another, asked with a key of its own. */
async function recordsOf(path: string, body: object): Promise<Map<string, Record<string, unknown>>> {
  const key = await service.createKey(100_000);
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ limit: 10_000, ...body }),
  });
  const records = (await answer.json()) as Record<string, unknown>[];
  return new Map(records.map((record) => [String(record['id']), record]));
}

test('a first run fills a new tab with every record that changed since the chosen day, each paid once', async () => {
  const id = await makeJob();
  const run = await runNow(id);
  const wanted = await recordsOf('/api/v2/dataset/business-expansion', {
    dateType: 'LAST-MODIFIED',
    startDate: dayAgo(8),
    endDate: dayAgo(1),
  });
  expect(wanted.size).toBeGreaterThan(20);
  expect(run).toMatchObject({ over: true, added: wanted.size, changed: 0, credits: wanted.size });
  const [header = [], ...rows] = valuesIn("'Synced'!A1:I400").filter((row) => row[8] !== '');
  expect(header).toEqual([
    'Announced',
    'Company',
    'Type',
    'Country',
    'Investment',
    'Currency',
    'Jobs',
    'Last modified',
    'Id',
  ]);
  expect(new Set(rows.map((row) => row[8]))).toEqual(new Set(wanted.keys()));
  expect(rows).toHaveLength(wanted.size);
  for (const row of rows) {
    const record = wanted.get(String(row[8])) as {
      jobs?: number;
      investment?: number;
      company: { name: string };
    };
    expect([row[1], row[4], row[6]]).toEqual([
      record.company.name,
      record.investment ?? '',
      record.jobs ?? '',
    ]);
  }
  const { activity, jobs } = await call('sidebarState');
  expect(activity.today).toBe(wanted.size);
  expect(jobs[0]).toMatchObject({ through: dayAgo(1), error: '', credits: wanted.size });
}, 60_000);

test('the next day asks for the next day only, under a name of its own', async () => {
  const id = await makeJob();
  await runNow(id);
  recorder.clear();
  expect(await runNow(id)).toMatchObject({ added: 0, credits: 0 });
  expect(recorder.requests).toHaveLength(0);
  host.clock.advance(DAY_MS);
  await host.runDueTriggers();
  const [request] = recorder.requests;
  expect(recorder.requests).toHaveLength(1);
  expect(JSON.parse(request?.body ?? '{}')).toMatchObject({
    dateType: 'LAST-MODIFIED',
    startDate: dayAgo(1),
    endDate: dayAgo(1),
  });
  expect(request?.headers['idempotency-key']).toBeTruthy();
}, 60_000);

test('one trigger comes with the first job and goes with the last', async () => {
  const first = await makeJob();
  const second = await makeJob({ ...sync({ tab: 'Other' }), name: 'Second' });
  expect(host.triggers.list().map(({ functionName }) => functionName)).toEqual(['runJobs']);
  await call('removeJob', first);
  expect(host.triggers.list()).toHaveLength(1);
  await call('removeJob', second);
  expect(host.triggers.list()).toHaveLength(0);
}, 60_000);

test('of two people who run a job in the same second one runs it, and the other is told', async () => {
  const id = await makeJob();
  const both = await Promise.allSettled(
    (['owner', 'editor'] as const).map(async (as) => {
      if (as === 'editor')
        await host.run('saveConnection', [{ baseUrl: recorder.baseUrl, apiKey }], { ...SIDEBAR, as });
      return host.run('runJob', [id, ''], { ...SIDEBAR, as });
    }),
  );
  const messages = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const done = both.filter(({ status }) => status === 'fulfilled');
  // the second may also come when the first is through: then there is nothing left to do
  expect(done.length + messages.filter((text) => text.includes('runs this job now')).length).toBe(2);
  const ids = valuesIn("'Synced'!I2:I400")
    .flat()
    .filter((value) => value !== '');
  expect(new Set(ids).size).toBe(ids.length);
}, 60_000);
