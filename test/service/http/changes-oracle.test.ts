/**
 * Clients subscribe to random queries while random imports change records, companies and groups. After each
 * call without more changes, a client has the query's answer, nothing twice, and has paid once per version.
 */
import { changesPath } from '../../../src/contract/changes.js';
import { DATASETS, type DatasetName } from '../../../src/contract/datasets.js';
import { createRandom, type Random } from '../../../src/service/seed/random.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { ENGINES, type OpenedEngine, shareOf, useEngine } from '../support/engines.js';
import { type KeyedService, useTestService } from '../support/test-service.js';

const SCHEDULES = scaled(4, shareOf(60));
/** The maximum factor of schedules, because in some hardly any client uses a small limit. */
const MOST = 10;
const ROUNDS = 12;
const CLIENTS = 6;
const IDS = 60;
const PLACES = ['Austin', 'Berlin', 'Leeds'].map((city) => ({ city, country: 'Somewhere' }));
const WORDS = ['Alpha', 'Beta', 'Gamma'];
const TITLES = ['CEO', 'CFO', 'COO'];
const INDUSTRIES = ['retail', 'banking', 'technology'];
const NAMES = Object.keys(DATASETS) as DatasetName[];

interface Changes {
  readonly records: readonly Item[];
  readonly removed: readonly string[];
  readonly cursor: string;
  readonly more: boolean;
}

interface Seen {
  records: number;
  removed: number;
  pages: number;
  begun: number;
}

interface Item {
  readonly id: string;
  readonly company: { readonly domain: string };
  readonly [field: string]: unknown;
}

/** The client gets all records as changes, or queries them and subscribes before or after the query. */
type Start = 'told' | 'asks first' | 'begins first';

interface Client {
  readonly key: string;
  readonly billing: 'per-answer' | 'per-version';
  readonly start: Start;
  readonly name: DatasetName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly has: Map<string, string>;
  /** All versions that it has ever received. */
  readonly versions: Set<string>;
  /** The number of received records. */
  told: number;
  paid: number;
  cursor: string | undefined;
  /** True if the last call had no more changes. */
  isUpToDate: boolean;
}

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, { credits: 1_000_000_000, fill: async () => undefined });

  test(`SEED=${SEED}, ${SCHEDULES} random schedules`, async () => {
    const seen: Seen = { records: 0, removed: 0, pages: 0, begun: 0 };
    const isReached = () => Math.min(...Object.values(seen)) > SCHEDULES;
    for (
      let schedule = 0;
      schedule < SCHEDULES || (!isReached() && schedule < MOST * SCHEDULES);
      schedule += 1
    ) {
      const seed = `${SEED} changes ${turn} ${schedule}`;
      const random = createRandom(seed);
      const clients: Client[] = [];
      for (let index = 0; index < CLIENTS; index += 1) {
        const billing = random.pick(['per-answer', 'per-version'] as const);
        const key = await service.makeKey(1_000_000, { billing });
        clients.push(makeClient(random, key, billing));
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        const work = Array.from({ length: random.integer(0, 3) }, () => change(engine, random));
        // some clients call during the imports, and stop anywhere
        const early = clients.filter((client) => random.chance(0.4) && !mayMiss(client));
        await Promise.all([
          ...work,
          ...early.map((client) => follow(service, client, random, seen, random.integer(1, 2))),
        ]);
        for (const client of clients.filter(() => random.chance(0.5))) {
          await follow(service, client, random, seen);
          expect({ seed, round, ...client, has: sorted(client.has) }).toEqual({
            seed,
            round,
            ...client,
            has: sorted(await answerOf(service, client)),
            paid: owed(client),
          });
        }
      }
    }
    expect([isReached(), seen]).toEqual([true, seen]);
  });
});

/** The credits that a client has to pay: one per version, or one per received record. */
function owed({ name, billing, versions, told }: Client): number {
  if (!DATASETS[name].paid) return 0;
  return billing === 'per-version' ? versions.size : told;
}

function makeClient(random: Random, key: string, billing: Client['billing']): Client {
  const name = random.pick(NAMES);
  const v2 = name === 'business-expansion';
  const day = (index: number) => (v2 ? dayOf(index) : dayOf(index).split('-').reverse().join('/'));
  const from = random.integer(0, 15);
  const part = () => [random.pick(WORDS).slice(0, random.integer(2, 4)).toUpperCase()];
  const body = {
    ...(random.chance(0.5) && {
      startDate: day(from),
      ...(random.chance(0.5) && { endDate: day(from + random.integer(0, 15)) }),
    }),
    ...(v2 && random.chance(0.5) && { dateType: 'LAST-MODIFIED' }),
    ...(v2 && random.chance(0.4) && { companyName: part() }),
    ...(v2 && random.chance(0.3) && { expansionLocation: random.pick(PLACES).city }),
    ...(v2 && random.chance(0.3) && { companyIndustry: random.pick(INDUSTRIES) }),
    ...(v2 && random.chance(0.3) && { companyLocation: random.pick(PLACES).city }),
    ...(!v2 && random.chance(0.3) && { industries: [random.pick(INDUSTRIES)] }),
    ...(v2 && random.chance(0.3) && { jobs: random.pick(['>5', '<=5', '!=3']) }),
    ...(name === 'executive-change' && random.chance(0.6) && { title: random.pick(TITLES) }),
    ...(!v2 && random.chance(0.3) && { companyIds: ['c0', 'c1'] }),
  };
  return {
    ...{ key, billing },
    start: random.pick(['told', 'asks first', 'begins first']),
    name,
    body,
    limit: random.pick([1, 3, 10, 200]),
    has: new Map(),
    versions: new Set(),
    told: 0,
    paid: 0,
    cursor: undefined,
    isUpToDate: true,
  };
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
}

/** Imports new and changed records and companies, changes groups, and deletes rows as an operator would. */
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
  const id = `r${random.integer(0, IDS)}`;
  await sql(`delete from ${table} where id = $1`, [id]);
}

function someCompany(random: Random) {
  const id = `c${random.integer(0, 4)}`;
  return {
    ...{ id, domain: `${id}.example`, name: `${random.pick(WORDS)} ${random.pick(WORDS)}` },
    industries: INDUSTRIES.filter(() => random.chance(0.5)),
    location: `${random.pick(PLACES).city}, Somewhere`,
  };
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

/** True if changes between the client's query and its subscription would be in neither. */
function mayMiss({ start, cursor }: Client): boolean {
  return start === 'asks first' && cursor === undefined;
}

/** Sends a request with the client's own key, and adds up its cost. */
async function ask(service: KeyedService, client: Client, path: string, more: object): Promise<unknown> {
  const reply = await service.as(client.key).post(path, { ...client.body, ...more });
  if (reply.status !== 200) throw new Error(reply.text);
  client.paid += Number(reply.headers['x-credits-charged'] ?? 0);
  return reply.json();
}

/** Counts the paid records and versions. */
function note(client: Client, records: readonly Item[]): void {
  client.told += records.length;
  for (const record of records) client.versions.add(`${record.id} ${record['lastModified']}`);
}

function take(client: Client, records: readonly Item[]): void {
  note(client, records);
  for (const record of records) client.has.set(record.id, ownFields(record));
}

async function begin(service: KeyedService, client: Client): Promise<void> {
  const { path } = DATASETS[client.name];
  const beginUnreported = async () => {
    const { cursor, ...told } = (await ask(service, client, changesPath(path), {
      limit: 0,
    })) as Changes;
    expect(told).toEqual({ records: [], removed: [], more: false });
    client.cursor = cursor;
  };
  const isAfter = mayMiss(client);
  if (!isAfter) await beginUnreported();
  take(client, (await ask(service, client, path, { limit: 10_000 })) as Item[]);
  if (isAfter) await beginUnreported();
  // changes between the two are in both
  client.isUpToDate = isAfter;
}

/** Calls until there are no more changes, or a number of times. Some answers are lost and repeated. */
async function follow(
  service: KeyedService,
  client: Client,
  random: Random,
  seen: Seen,
  calls = Number.POSITIVE_INFINITY,
): Promise<void> {
  const isQuiet = calls === Number.POSITIVE_INFINITY;
  if (client.start !== 'told' && client.cursor === undefined) {
    await begin(service, client);
    seen.begun += 1;
  }
  const { isUpToDate } = client;
  for (let call = 0, more = true; more && call < calls; call += 1) {
    const answer = await ask(service, client, changesPath(DATASETS[client.name].path), {
      limit: client.limit,
      ...(client.cursor && { cursor: client.cursor }),
    });
    const { records, removed, cursor, more: isMore } = answer as Changes;
    expect(records.length + removed.length).toBeLessThanOrEqual(client.limit);
    const known = records.filter((record) => client.has.get(record.id) === ownFields(record));
    // only a record that left and returned between two pages may be sent again
    if (client.isUpToDate || (isQuiet && isUpToDate)) expect(known).toEqual([]);
    if (random.chance(0.1)) {
      note(client, records);
      continue;
    }
    take(client, records);
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
  const reply = await service.as(service.key).post(DATASETS[name].path, { ...body, limit: 10_000 });
  return new Map((reply.json() as Item[]).map((record) => [record.id, ownFields(record)]));
}

/** A record's own fields and its company's domain: other company fields are not in a record's version. */
function ownFields({ company, ...own }: Item): string {
  return JSON.stringify({ ...own, company: company.domain });
}

function sorted(has: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...has].sort(([a], [b]) => (a < b ? -1 : 1));
}
