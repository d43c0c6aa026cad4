/**
 * Clients that follow random questions while random imports change records, companies and groups: after each call that
 * has no more to tell, a client has exactly what the question itself answers, and it was told nothing that it had.
 */
import { type Changes, changesPath } from '../../../src/contract/changes.js';
import { DATASETS, type DatasetName } from '../../../src/contract/datasets.js';
import { createRandom, type Random } from '../../../src/service/seed/random.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { scaled } from '../../support/scale.js';
import { ENGINES, type OpenedEngine, useEngine } from '../support/engines.js';
import { type KeyedService, useTestService } from '../support/test-service.js';

const SCHEDULES = scaled(4, 60);
const ROUNDS = 12;
const CLIENTS = 6;
const IDS = 60;
const PLACES = ['Austin', 'Berlin', 'Leeds'].map((city) => ({ city, country: 'Somewhere' }));
const WORDS = ['Alpha', 'Beta', 'Gamma'];
const TITLES = ['CEO', 'CFO', 'COO'];
const NAMES = Object.keys(DATASETS) as DatasetName[];

interface Item {
  readonly id: string;
  readonly company: { readonly domain: string };
  readonly [field: string]: unknown;
}

interface Client {
  readonly name: DatasetName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly has: Map<string, string>;
  cursor: string | undefined;
  /** Whether the last call had told everything. */
  isUpToDate: boolean;
}

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, { credits: 1_000_000_000, fill: async () => undefined });

  test(`${SCHEDULES} random schedules`, async () => {
    const seen = { records: 0, removed: 0, pages: 0 };
    for (let schedule = 0; schedule < SCHEDULES; schedule += 1) {
      const random = createRandom(`changes ${schedule}`);
      const clients = Array.from({ length: CLIENTS }, () => makeClient(random));
      for (let round = 0; round < ROUNDS; round += 1) {
        const work = Array.from({ length: random.integer(0, 3) }, () => change(engine, random));
        // some ask while the imports run, and stop wherever they are
        const early = clients.filter(() => random.chance(0.4));
        await Promise.all([
          ...work,
          ...early.map((client) => follow(service, client, seen, random.integer(1, 2))),
        ]);
        for (const client of clients.filter(() => random.chance(0.5))) {
          await follow(service, client, seen);
          expect({ schedule, round, ...client, has: sorted(client.has) }).toEqual({
            schedule,
            round,
            ...client,
            has: sorted(await answerOf(service, client)),
          });
        }
      }
    }
    expect(Math.min(seen.records, seen.removed, seen.pages)).toBeGreaterThan(SCHEDULES * 3);
  });
});

function makeClient(random: Random): Client {
  const name = random.pick(NAMES);
  const v2 = name === 'business-expansion';
  const day = (index: number) => (v2 ? dayOf(index) : dayOf(index).split('-').reverse().join('/'));
  const from = random.integer(0, 15);
  const part = () => [random.pick(WORDS).slice(0, random.integer(2, 4)).toUpperCase()];
  const body = {
    ...(random.chance(0.5) && { startDate: day(from), endDate: day(from + random.integer(0, 15)) }),
    ...(v2 && random.chance(0.5) && { dateType: 'LAST-MODIFIED' }),
    ...(v2 && random.chance(0.4) && { companyName: part() }),
    ...(v2 && random.chance(0.3) && { expansionLocation: random.pick(PLACES).city }),
    ...(v2 && random.chance(0.3) && { jobs: random.pick(['>5', '<=5', '!=3']) }),
    ...(name === 'executive-change' && random.chance(0.6) && { title: random.pick(TITLES) }),
    ...(!v2 && random.chance(0.3) && { companyIds: ['c0', 'c1'] }),
  };
  return {
    name,
    body,
    limit: random.pick([1, 3, 10, 200]),
    has: new Map(),
    cursor: undefined,
    isUpToDate: true,
  };
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}

/** Imports of new and changed records and companies, changed groups, and rows that an operator deletes. */
async function change({ store, sql }: OpenedEngine, random: Random): Promise<void> {
  const kind = random.next();
  const today = dayOf(random.integer(0, 30));
  if (kind < 0.6) return importSome(store, random, today);
  if (kind < 0.75) {
    const items = [0, 1].map(() => someCompany(random));
    await store.importBatch({ kind: 'companies', items, today });
    return;
  }
  if (kind < 0.9) {
    const group = `Group ${random.integer(0, 2)}`;
    if (random.chance(0.5)) await store.addToGroup(group, [`c${random.integer(0, 4)}`]);
    else await store.removeFromGroup(group, [`c${random.integer(0, 4)}`]);
    return;
  }
  const table = random.pick(NAMES).replaceAll('-', '_');
  // the engine answers one of these at a time, so it is not asked by two of them
  deleting = deleting.then(() => sql(`delete from ${table} where id = $1`, [`r${random.integer(0, IDS)}`]));
  await deleting;
}

let deleting: Promise<unknown> = Promise.resolve();

function someCompany(random: Random) {
  const id = `c${random.integer(0, 4)}`;
  return { id, domain: `${id}.example`, name: `${random.pick(WORDS)} ${random.pick(WORDS)}` };
}

async function importSome(store: Store, random: Random, today: string): Promise<void> {
  const kind = random.pick(NAMES);
  const items = Array.from({ length: random.integer(1, 12) }, () => ({
    id: `r${random.integer(0, IDS)}`,
    company: someCompany(random),
    announcedDate: dayOf(random.integer(0, 30)),
    ...(random.chance(0.5) && { lastModified: dayOf(random.integer(0, 30)) }),
    ...(kind === 'business-expansion' && {
      expansionLocation: random.pick(PLACES),
      jobs: random.integer(1, 9),
    }),
    ...(kind === 'executive-change' && { executiveTitleCategory: [random.pick(TITLES)] }),
  }));
  await store.importBatch({ kind, items, today });
}

/** Calls until there is no more to tell, or so often. */
async function follow(
  service: KeyedService,
  client: Client,
  seen: { records: number; removed: number; pages: number },
  calls = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let call = 0, more = true; more && call < calls; call += 1) {
    const reply = await service.send(changesPath(DATASETS[client.name].path), {
      headers: { 'x-api-key': service.key },
      body: { ...client.body, limit: client.limit, ...(client.cursor && { cursor: client.cursor }) },
    });
    if (reply.status !== 200) throw new Error(reply.text);
    const { records, removed, cursor, more: isMore } = reply.json() as Changes<Item>;
    expect(records.length + removed.length).toBeLessThanOrEqual(client.limit);
    const known = records.filter((record) => client.has.get(record.id) === ownFields(record));
    // what went and came back between two pages may be told again, and nothing else
    if (client.isUpToDate) expect(known).toEqual([]);
    for (const record of records) client.has.set(record.id, ownFields(record));
    for (const id of removed) client.has.delete(id);
    client.cursor = cursor;
    client.isUpToDate = !isMore;
    more = isMore;
    seen.records += records.length;
    seen.removed += removed.length;
    seen.pages += Number(isMore);
  }
}

async function answerOf(service: KeyedService, { name, body }: Client): Promise<Map<string, string>> {
  const reply = await service.send(DATASETS[name].path, {
    headers: { 'x-api-key': service.key },
    body: { ...body, limit: 10_000 },
  });
  return new Map((reply.json() as Item[]).map((record) => [record.id, ownFields(record)]));
}

/** Of its company only which one it is: what else is known of a company is no part of the version of a record. */
function ownFields({ company, ...own }: Item): string {
  return JSON.stringify({ ...own, company: company.domain });
}

function sorted(has: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...has].sort(([a], [b]) => (a < b ? -1 : 1));
}
