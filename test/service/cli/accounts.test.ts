/** A database moves to another engine with all accounts: credits, entitlements and ledgers stay the same. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.js';
import { runForJson, runHere } from '../support/run-here.js';
import { type RunningService, runProgram, usePrograms } from '../support/run-service.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { TEST_DATABASES, type TestDatabase } from '../support/test-databases.js';
import { send } from '../support/test-service.js';

const KEY_PEPPER = 'pepper of the move';
const KINDS = ['companies', 'business-expansion', 'groups'];
const RECORDS = Array.from({ length: 7 }, (_, index) => ({
  id: `r-${index}`,
  announcedDate: '2026-01-05',
  lastModified: `2026-02-0${index + 1}`,
  company: { id: 'c-1', name: 'Moved' },
}));

const startProgram = usePrograms();

interface CreatedKey {
  readonly id: number;
  readonly key: string;
}

function on(place: TestDatabase) {
  const environment = { ...place.environment, KEY_PEPPER };
  const command = (...args: string[]) => runHere(args, environment);
  const json = (...args: string[]) => runForJson(args, environment);
  return {
    environment,
    command,
    json,
    listKeys: async () => (await json('keys', 'list')) as readonly { readonly id: number }[],
    createKey: async (name: string, credits: number, ...rules: readonly string[]) =>
      (await json('keys', 'create', '--name', name, '--credits', String(credits), ...rules)) as CreatedKey,
    file: async (name: string, lines: readonly unknown[]) => {
      const file = path.join(place.environment['DATA_DIR']!, name);
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return file;
    },
  };
}

const linesIn = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n');

/** A line of a file of accounts. */
type Line = Partial<Record<'ledger' | 'entitlement', { readonly key_id: number }>>;

const MOVES = TEST_DATABASES.flatMap(([from, openFrom]) =>
  TEST_DATABASES.filter(([to]) => to !== from || TEST_DATABASES.length === 1).map(
    ([to, openTo]) => [from, to, openFrom, openTo] as const,
  ),
);

describe.each(MOVES)('from %s to %s', (_from, _to, openFrom, openTo) => {
  let [source, target]: TestDatabase[] = [];
  let [old, moved]: ReturnType<typeof on>[] = [];
  let file: string;
  /** A position in the changes of the source. */
  let cursor: string;
  /** Services on the source and on the target. */
  let [first, beside]: RunningService[] = [];
  const keys: Record<string, CreatedKey> = {};
  /** All keys, and the ledger of each. */
  const accountsOf = async ({ json, listKeys }: ReturnType<typeof on>) => {
    const list = await listKeys();
    const ledgers = [];
    for (const { id } of list) ledgers.push(await json('keys', 'ledger', '--id', String(id)));
    return { list, ledgers };
  };
  /** All accounts, for a comparison before and after an import. */
  const stateOf = async ({ json, file, listKeys }: ReturnType<typeof on>) => {
    const to = await file('state.ndjson', []);
    await json('export', 'accounts', '--to', to);
    const list = await listKeys();
    const lines = (await linesIn(to)).map((line) => JSON.parse(line) as Line);
    // an import that was refused in part may leave lines that belong to no key
    const ids = [undefined, ...list.map(({ id }) => id)];
    return {
      list,
      lines: lines.filter(({ ledger, entitlement }) => ids.includes((ledger ?? entitlement)?.key_id)),
    };
  };

  beforeAll(async () => {
    [source, target] = [await openFrom(), await openTo()];
    [old, moved] = [on(source), on(target)];
    expect((await old.command('migrate')).code).toBe(0);
    await old.json('import', 'business-expansion', await old.file('records.ndjson', RECORDS));
    await old.json('groups', 'add', 'Key accounts', 'c-1');
    for (const [name, ...rules] of [
      ['plain', '--daily-cap', '50'],
      ['owner', '--billing', 'per-version', '--edit-groups'],
      ['gone'],
    ] as const)
      keys[name] = await old.createKey(name, 100, ...rules);
    const service = await startProgram(old.environment);
    for (const { key } of Object.values(keys))
      await send(service.url + EXPANSIONS, { headers: { 'x-api-key': key }, body: { limit: 5 } });
    const headers = { 'x-api-key': keys['plain']!.key };
    const begun = await send(`${service.url}${EXPANSIONS}/changes`, { headers, body: { limit: 0 } });
    ({ cursor } = begun.json() as { cursor: string });
    const lost = { ...headers, 'idempotency-key': 'lost' };
    await send(service.url + EXPANSIONS, { headers: lost, body: { limit: 3 } });
    await service.stop();
    // the client of this answer has disconnected before it was sent
    await source.sql(`update stored_answer set delivered = false where idempotency_key = 'lost'`);
    // the commands run beside a service from here on, so that none has to open the embedded engine
    first = await startProgram(old.environment);
    await old.json('keys', 'credits', '--id', String(keys['plain']!.id), '--remove', '10');
    await old.json('keys', 'update', '--id', String(keys['plain']!.id), '--daily-cap', '40');
    await old.json('keys', 'revoke', '--id', String(keys['gone']!.id));
  });
  afterAll(async () => {
    await first?.stop();
    await source?.drop();
    await target?.drop();
  });

  test('records and accounts move, and a second import changes nothing', async () => {
    expect((await moved!.command('migrate')).code).toBe(0);
    const folder = source!.environment['DATA_DIR']!;
    for (const kind of [...KINDS, 'accounts']) {
      file = path.join(folder, `${kind}.ndjson`);
      await old!.json('export', kind, '--to', file);
      expect(await moved!.json('import', kind, file)).toMatchObject({ refused: 0 });
    }
    beside = await startProgram(moved!.environment);
    expect(await accountsOf(moved!)).toEqual(await accountsOf(old!));
    const before = await stateOf(moved!);
    const { length: unchanged } = await linesIn(file);
    expect(await moved!.json('import', 'accounts', file)).toMatchObject({ written: 0, unchanged });
    expect(await stateOf(moved!)).toEqual(before);
    // the undelivered answer was refunded
    expect(before.list).toMatchObject([
      { name: 'plain', credits: 85, dailyCap: 40, spentToday: 5, revoked: null },
      { name: 'owner', credits: 95, billing: 'per-version', mayEditGroups: true },
      { name: 'gone', credits: 95, revoked: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(await readFile(file, 'utf8')).not.toContain(keys['plain']!.key);
  });

  test('the moved keys work: entitlements are free, revoked keys and old cursors are refused, balance and ledger agree', async () => {
    await beside!.stop();
    beside = await startProgram(moved!.environment);
    const ask = async (name: string, limit: number) => {
      const asked = { headers: { 'x-api-key': keys[name]!.key }, body: { limit } };
      const { status, headers } = await send(beside!.url + EXPANSIONS, asked);
      return [status, headers['x-credits-charged'], headers['x-credits-remaining']];
    };
    const headers = { 'x-api-key': keys['plain']!.key };
    const changes = await send(`${beside!.url}${EXPANSIONS}/changes`, { headers, body: { cursor } });
    expect(changes.json()).toMatchObject({ status: '410', code: 'NO_CURSOR' });
    expect(await ask('owner', 5)).toEqual([200, '0', '95']);
    expect(await ask('owner', 7)).toEqual([200, '2', '93']);
    expect(await ask('plain', 5)).toEqual([200, '5', '80']);
    expect((await ask('gone', 1))[0]).toBe(400);
    const { id } = await moved!.createKey('new', 3);
    expect(id).toBe(keys['gone']!.id + 1);
    // counted after the first request
    const metrics = async () => (await send(`${beside!.url}/metrics`, { method: 'GET' })).text;
    await metrics();
    await eventually(async () => (await metrics()).includes('keys_unbalanced 0\n'));
  });

  test('a later import of the old file restores nothing', async () => {
    const before = await stateOf(moved!);
    expect(await moved!.json('import', 'accounts', file)).toMatchObject({ written: 0, refused: 0 });
    expect(await stateOf(moved!)).toEqual(before);
  });

  test('a changed file imports no account whose ledger does not add up', async () => {
    const before = await stateOf(moved!);
    const at = '2026-01-01T00:00:00Z';
    const key = (id: number, more: object = {}) => ({
      api_key: {
        ...{ id, digest: id.toString(16).padStart(64, '0'), prefix: 'bs_1234', name: 'X', credits: 5 },
        ...more,
      },
    });
    const entry = (id: number, key_id: number, more: object = {}) => ({
      ledger: { id, key_id, kind: 'created', delta: 5, at, ...more },
    });
    const owned = {
      ...{ key_id: 913, dataset: 'business-expansion', record_id: 'r', last_modified: '2026-01-05' },
      ...{ ledger_id: 9_131, shared: false },
    };
    const hostile = [
      { entitlement: owned },
      { entitlement: { ...owned, key_id: 2, ledger_id: 4 } },
      entry(9_100, 910),
      entry(9_110, 911),
      entry(9_120, 912),
      entry(9_130, 913),
      entry(9_140, 914),
      entry(9_141, 914, { kind: 'refund', dataset: 'business-expansion', charge_id: 9_140 }),
      entry(1, 910),
      entry(9_150, 1, { kind: 'added', delta: 1_000 }),
      entry(9_160, 916, { kind: 'stolen' }),
      entry(1.5, 918),
      key(910, { id: '910', credits: 6 }),
      key(911, { digest: before.list.length > 0 ? undefined : '' }),
      key(912, { name: 'zero \0' }),
      key(913),
      key(914, { credits: 10 }),
      key(915),
      key(1),
      { api_key: 'x' },
      { pepper: 5 },
      { ledger: {}, api_key: {} },
      { ledger: {} },
      ['key'],
    ];
    const changed = await moved!.file('hostile.ndjson', hostile);
    expect(await moved!.json('import', 'accounts', changed)).toMatchObject({ written: 7, unchanged: 3 });
    const refusals = await linesIn(`${changed}.errors.ndjson`);
    expect(refusals.length).toBe(hostile.length - 10);
    const reports = refusals.map((line) => JSON.parse(line) as { line?: number; message: string });
    for (const { line } of reports) expect(line).toBeGreaterThan(0);
    const messages = reports.map(({ message }) => message).join('\n');
    for (const part of [
      'its balance is 6, and its ledger adds up to 5',
      'its balance is 5, and its ledger adds up to 0',
      'lacks its charge',
      'another key is here with its id or its text',
      'null value in column "digest"',
      'violates check constraint "ledger_kind"',
      'unsupported Unicode escape sequence',
      'invalid input syntax for type bigint',
      'line must be an object with one of pepper, entitlement, ledger, api_key',
    ])
      expect(messages).toContain(part);
    const later = await moved!.file('later.ndjson', [entry(9_190, 919, { reason: 'x' })]);
    expect(await moved!.command('import', 'accounts', later)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('column "reason"'),
    });
    expect(await stateOf(moved!)).toEqual(before);
    // the ids of the file are not used for other keys
    const { id } = await moved!.createKey('later', 7);
    expect(id).toBeGreaterThan(915);
    expect(await moved!.listKeys()).toContainEqual(expect.objectContaining({ id, credits: 7 }));
  });

  test('keys of another pepper are not mixed with existing ones, and a start with another pepper is refused', async () => {
    const other = await moved!.file('pepper.ndjson', [{ pepper: 'f'.repeat(64) }]);
    expect(await moved!.command('import', 'accounts', other)).toMatchObject({
      code: 1,
      stderr: 'The keys of this file were made with another pepper than those of this database\n',
    });
    await beside!.stop();
    const start = { ...moved!.environment, KEY_PEPPER: 'another', PORT: '0' };
    expect(await runProgram([], start)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^KEY_PEPPER, or the file/),
    });
    expect((await moved!.command('export', 'accounts', '--format', 'csv')).stderr).toBe(
      'Accounts are NDJSON, and no CSV\n',
    );
  });
});
