/** The command line against a real service: its output, its key, and its exit codes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createZone } from '../../src/addon/question/zone.js';
import type { CliIO } from '../../src/client/cli/context.js';
import { DATASET_WORDS } from '../../src/client/cli/options.js';
import { toCsv, toText } from '../../src/client/cli/output.js';
import { createTransport } from '../../src/client/transport.js';
import type { Transport } from '../../src/client/types.js';
import { DATASETS } from '../../src/contract/datasets.js';
import { optionDescription } from '../../src/contract/descriptions.js';
import type { Filter } from '../../src/contract/filters.js';
import { optionNames } from '../../src/contract/options.js';
import { GROUP } from '../service/support/sample.js';
import { useTempFolder } from '../support/temp-folder.js';
import { dayOf, LOST, useClientService, useProxy } from './client-service.js';
import { runCommand } from './command-line.js';

const service = useClientService();
const proxy = useProxy(service);
const home = useTempFolder();
let key: string;
beforeEach(async () => {
  key = await service.makeKey(1_000);
});

/** @param line the arguments, as a person types them; a list if one of them has a blank */
const signals = (line: string | readonly string[], around: Partial<CliIO> = {}) =>
  runCommand(typeof line === 'string' ? line.split(' ') : line, {
    env: service.environment(key),
    home,
    ...around,
  });

const ASK = 'ask expansions --from 2025-02-01 --to 2025-02-03 --max-credits 5';

test('asks in four formats, and pays once for all of them', async () => {
  const csv = await signals(`${ASK} --columns id,date`);
  expect(csv).toEqual({
    code: 0,
    out: 'Id,Announced\ne033,2025-02-03\ne032,2025-02-02\ne031,2025-02-01\n',
    err: '3 records, 3 credits, 997 left\n',
  });
  const table = await signals(`${ASK} --columns id,date --format table`);
  expect(table.out).toBe('Id    Announced\ne033  2025-02-03\ne032  2025-02-02\ne031  2025-02-01\n');
  expect(table.err).toBe('3 records, stored: no credits\n');
  const lines = (await signals(`${ASK} --format=ndjson --quiet`)).out.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['e033', 'e032', 'e031']);
  const json = JSON.parse((await signals(`${ASK} --format json`)).out) as object;
  expect(json).toMatchObject({ charged: 0, source: 'store', records: [{ id: 'e033' }, {}, {}] });
  for (const all of ['', ' --all'])
    expect((await signals(`${ASK} --type Mine --headers false${all}`)).out).toBe('');
  // without a store, the service repeats its answer free
  expect((await signals(`${ASK} --no-store`)).err).toBe('3 records, 0 credits, 997 left\n');
  expect(await service.balance(key)).toBe(997);
});

test('says what a failed purchase has cost', async () => {
  const transport = createTransport();
  const send: Transport['send'] = async (request) => {
    const answer = await transport.send(request);
    return request.url.endsWith('/business-expansion') ? { ...answer, text: '[' } : answer;
  };
  const unreadable = await signals(ASK, { client: { transport: { ...transport, send } } });
  expect(unreadable.code).toBe(5);
  expect(unreadable.err).toMatch(/^#SERVICE: .*\nthe failed request cost 3 credits\n$/);
  proxy.fault = ({ path: asked }) => (asked.endsWith('/business-expansion') ? LOST : undefined);
  const lost = await signals(`${ASK} --url ${proxy.baseUrl}`, { client: { sleep: async () => undefined } });
  expect(lost.err).toContain('\nthe failed request cost 0 credits for certain, and perhaps more\n');
});

test('a watch pauses as long as --every says', async () => {
  const ended = new AbortController();
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
    ended.abort();
  };
  const line = 'watch expansions --max-credits 1 --every 30d';
  const { code } = await signals(line, { client: { sleep }, signal: ended.signal });
  expect([code, pauses]).toEqual([0, [30 * 86_400_000]]);
});

const ALL = `ask expansions --all --from ${dayOf(0)} --to ${dayOf(299)}`;
const ALL_AS_JSON = `${ALL} --format json`;
const idsIn = (json: string) => (JSON.parse(json) as { id: string }[]).map(({ id }) => id);

test('writes all records with one header, or as one JSON list, which is complete after an early end, too', async () => {
  const { out, err, code } = await signals(`${ALL} --columns id --max-credits 300`);
  expect([code, err]).toEqual([0, '300 records, 300 credits, 700 left\n']);
  const [header, ...lines] = out.trim().split('\n');
  expect([header, lines.length, lines.includes('Id')]).toEqual(['Id', 300, false]);
  const all = await signals(`${ALL_AS_JSON} --max-credits 300`);
  expect(idsIn(all.out)).toEqual(lines);
  expect(all.out).toBe(`${JSON.stringify(JSON.parse(all.out), null, 2)}\n`);
  const some = await signals(`${ALL_AS_JSON} --max-credits 20 --no-store`);
  expect(some.code).toBe(4);
  expect(some.err).toContain('20 credits');
  expect(idsIn(some.out)).toEqual(lines.slice(0, idsIn(some.out).length));
  expect(idsIn(some.out).length).toBeGreaterThan(10);
  const none = await signals(`${ALL_AS_JSON} --type Mine --max-credits 5`);
  expect(none).toMatchObject({ code: 0, out: '[]\n' });
});

test('has the free commands', async () => {
  const outOf = async (line: string) => (await signals(line)).out;
  expect(await outOf('groups')).toBe(`name,companies\n${GROUP},2\n`);
  expect((await signals(['groups', GROUP])).out).toContain('c2,Beta Foods,betafoods.example');
  const unset = {
    code: 2,
    out: '',
    err: "signals: command-argument value '' is invalid for argument 'group'. Give it a value, or leave it out.\nSee signals help.\n",
  };
  expect(await signals(['groups', ''])).toEqual(unset);
  expect(await signals(['track', '', 'Acme'])).toEqual(unset);
  expect(await outOf('companies beta')).toContain('c2,Beta Foods');
  expect((await signals(['match', 'BETA foods inc', 'Nobody'])).out).toBe(
    'text,id,name,domain,location,confidence,status,alternatives\n' +
      `BETA foods inc,c2,Beta Foods,betafoods.example,"Singapore, Singapore",95,exact,\nNobody,,,,,0,none,\n`,
  );
  expect(await outOf('account --format ndjson')).toContain('"balance":1000');
  expect(await outOf('account --format table')).toMatch(/^balance +1000$/m);
  expect(await outOf(`estimate expansions --from ${dayOf(290)}`)).toMatch(/^matching,10$/m);
  const formula = 'formula expansions acme.example --from -30d --type Store --type HQ';
  expect(await signals(formula, { env: {} })).toEqual({
    code: 0,
    out: '=EXPANSIONS("acme.example", "from", "-30d", "type", "Store|HQ")\n',
    err: '',
  });
  expect(await outOf('help')).toContain('Usage: signals COMMAND');
  expect(await outOf('--version')).toBe('0.0.0\n');
});

test('matches the lines of a file, of which none is an option', async () => {
  const file = path.join(home, 'names.txt');
  writeFileSync(file, '\uFEFFBETA foods inc\r\n\r\n--url=https://evil.example\nBETA foods inc\n');
  const { out, code } = await signals(['match', '--file', file]);
  const texts = out.split('\n').map((line) => line.split(',')[0]);
  expect(texts).toEqual(['text', 'BETA foods inc', "'--url=https://evil.example", 'BETA foods inc', '']);
  expect(code).toBe(0);
  // names the line among many
  writeFileSync(file, `BETA foods inc\nAcme,${'x'.repeat(300)}\n`);
  expect((await signals(['match', '--file', file])).err).toMatch(
    /^#BAD_INPUT: "Acme,x+…" has more than 300 characters, the most of a company; shorten it\n$/,
  );
  writeFileSync(file, 'ÖBB\n', 'latin1');
  expect(await signals(['match', '--file', file])).toMatchObject({
    code: 2,
    err: `#BAD_INPUT: the file "${file}" is not UTF-8; save it as UTF-8\n`,
  });
  expect(await signals('match')).toMatchObject({
    code: 2,
    err: '#BAD_INPUT: no companies are given; name some, or a file with --file\n',
  });
});

const UNKNOWN = 'signals: unknown option ';
const SEE_OPTIONS = '\nSee its options, each with two hyphens: signals help ask expansions.\n';

test('the exit code says what happened', async () => {
  const withKey = (other: string) => ({ env: service.environment(other) });
  const ends = async (line: string, io?: Partial<CliIO>) => {
    const { code, err } = await signals(line, io);
    return [code, err.split(';')[0]];
  };
  for (const [line, said] of [
    ['nonsense', "signals: unknown command 'nonsense'\nSee signals help.\n"],
    ['aks expansions', "signals: unknown command 'aks' (Did you mean ask?)\nSee signals help.\n"],
    [
      'ask constructor',
      "signals: unknown command 'constructor'\nName a dataset: expansions, hirings, exec-changes.\n",
    ],
    ['ask expansions --typ HQ', `${UNKNOWN}'--typ' (Did you mean --type?)${SEE_OPTIONS}`],
    ['ask expansions --max-credit 9', `${UNKNOWN}'--max-credit' (Did you mean --max-credits?)${SEE_OPTIONS}`],
    ['ask expansions --from', `signals: option '--from <value>' argument missing${SEE_OPTIONS}`],
    [
      'ask expansions --max-credits 9 --type ',
      `signals: option '--type <value>' argument '' is invalid. Give it a value, or leave it out.${SEE_OPTIONS}`,
    ],
    ['formula expansions --type HQ --locale german', '#BAD_INPUT: there is no locale "german"'],
    [
      'account --formt csv',
      "signals: unknown option '--formt' (Did you mean --format?)\nSee signals help.\n",
    ],
    // without its companies, a question is about all
    ['ask expansions --companies a.com --max-credits 9', `${UNKNOWN}'--companies'${SEE_OPTIONS}`],
    // they would be paid for as companies
    ['ask expansions -limit 5 --max-credits 9', `${UNKNOWN}'-limit'${SEE_OPTIONS}`],
    ...['–limit', '—limit', '−-limit', '-5'].map((word) => [
      `ask expansions ${word} --max-credits 9`,
      `signals: command-argument value '${word}' is invalid for argument 'companies'. Write an option with two hyphens, such as --from.${SEE_OPTIONS}`,
    ]),
  ] as [string, string][])
    expect([line, ...(await ends(line))]).toEqual([line, 2, said]);
  for (const line of ['ask', 'expansion']) expect((await ends(line))[0]).toBe(2);
  for (const [line, words] of [
    ['ask expansions --max-credits ten', ' --max-credits is a whole'],
    // a word of the person is no option
    ['ask expansions --type limit', 'has no value "limit"'],
    ['watch hirings --every 3-years', '30s, 15m, 1h or 1d'],
  ] as const)
    expect((await ends(line))[1]).toContain(words);
  expect((await ends('ask expansions --from 2026-02-02 --to 2026-02-01'))[1]).toBe(
    '#BAD_INPUT: --from (2026-02-02) is after --to (2026-02-01)',
  );
  expect((await signals(`${ASK} --time-zone Mars/Base`)).err).toMatch(
    /^#BAD_INPUT: the time zone "Mars\/Base" is unknown; set TZ or --time-zone to a name/,
  );
  expect(await ends(ASK, { env: {} })).toEqual([3, '#NO_KEY: there is no API key']);
  expect((await ends(ASK, withKey('key_live_0123456789abcdef')))[0]).toBe(3);
  expect((await ends(ASK, withKey(await service.makeKey(0))))[0]).toBe(4);
  expect((await ends('ask expansions'))[0]).toBe(4);
  const unreachable = { client: { sleep: async () => undefined } };
  expect((await ends(`${ASK} --url http://127.0.0.1:9`, unreachable))[0]).toBe(5);
});

test('takes its key from a private file, and never from its arguments', async () => {
  const file = path.join(home, '.config/signals/key');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${key}\n`, { mode: 0o644 });
  const env = { SIGNALS_URL: service.url };
  const shared = await signals('account', { env });
  expect(shared).toMatchObject({ code: 3, out: '' });
  expect(shared.err).toContain(`chmod 600 ${file}`);
  chmodSync(file, 0o600);
  expect((await signals('account', { env })).code).toBe(0);
  writeFileSync(file, '\n');
  const empty = await signals('account', { env });
  expect([empty.code, empty.err]).toEqual([3, '#NO_KEY: the key file is empty; save the key in it\n']);
  rmSync(file);
  expect((await signals('account', { env })).err).toContain('set SIGNALS_API_KEY or name a key file');
  for (const name of ['--key', '--api-key', '--apiKey', '--x-api-key']) {
    const asked = await signals(`account ${name} ${key}`);
    expect(asked.code).toBe(2);
    expect(asked.err).toContain('SIGNALS_API_KEY');
    expect(asked.err).not.toContain(key);
  }
  expect((await signals('account --key-file /nowhere', { env })).code).toBe(3);
  for (const line of [`ask --api-key=${key} expansions`, `--api-key=${key} account`])
    expect(await signals(line)).toMatchObject({
      code: 2,
      err: '#BAD_INPUT: a key in the arguments is seen by all: use SIGNALS_API_KEY\n',
    });
  // who names a file means its key, whatever the environment has
  expect((await signals('account --key-file /nowhere')).code).toBe(3);
  const named = path.join(home, 'other-key');
  writeFileSync(named, await service.makeKey(7), { mode: 0o600 });
  const paying = await signals(['account', '--key-file', named, '--format', 'ndjson']);
  expect(paying.out).toContain('"balance":7,');
  const others = { env: { ...env, SIGNALS_API_KEY: key, SIGNALS_KEY_FILE: '/nowhere' } };
  expect((await signals('account --format ndjson', others)).out).toContain('"balance":1000');
});

test('the help has every option: its names, meaning and values', async () => {
  for (const [word, dataset] of Object.entries(DATASET_WORDS)) {
    const { out, code } = await signals(`help ${word}`);
    expect(code).toBe(0);
    expect((await signals(`ask ${word} --help`)).out).toBe(out);
    const told = out.replace(/\s+/g, ' ');
    expect(told).toContain(
      word === 'expansions' ? ' domains or names; all by' : ' or ids; all tracked companies by',
    );
    for (const name of optionNames(DATASETS[dataset].filters)) expect(told).toContain(`--${name}`);
    for (const [name, { values = [] }] of Object.entries<Filter>(DATASETS[dataset].filters)) {
      expect(told).toContain(optionDescription(name, dataset));
      if (values.length > 0) expect(told).toContain(values[0]);
    }
  }
  expect((await signals('help watch hirings')).out).toContain('--every <time>');
  expect((await signals('help account')).out).not.toContain('--every');
});

test('writes no formula into CSV, and no control sequence for a terminal', () => {
  const zone = createZone('UTC');
  const rows = [['=1+1', '-5', -5, 'a,"b"', '@x', ['=1+1', 2]]];
  expect(toCsv(rows, zone)).toBe(`'=1+1,'-5,-5,"a,""b""",'@x,"'=1+1,2"\n`);
  expect(toText([['\u001b[31mred\u202e\n']], zone, false)).toBe('\\u001b[31mred\\u202e\\u000a\n');
  expect(toText(Array(200_000).fill(['a', 'b']), zone, true)).toHaveLength(5 * 200_000);
});

describe('as a program', () => {
  const program = path.resolve('out/client/signals.mjs');
  const ASK_ANEW = `node ${program} ask expansions --no-store --max-credits 300`;
  const environment = () => ({ ...process.env, HOME: home, ...service.environment(key) });
  const watch = (...args: string[]) =>
    spawn(process.execPath, [program, 'watch', 'expansions', '--max-credits', '1', ...args], {
      env: environment(),
    });
  const shell = (line: string, env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)('sh', ['-c', line], { env: { ...environment(), ...env } }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test('ends without an error when the reader closes the pipe', async () => {
    const line = `${ASK_ANEW} --all --format ndjson; echo "code $?" >&2`;
    const { stdout, stderr } = await shell(`{ ${line}; } | head -n 1`);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('code 0');
    expect(stderr).not.toContain('EPIPE');
  });

  test('says what was paid if the reader has closed the pipe', async () => {
    const { stderr } = await shell(`{ node ${program} ${ASK}; echo "code $?" >&2; } | true`);
    expect(stderr).toBe('3 records, 3 credits, 997 left\ncode 0\n');
  });

  test('waits for a list from a program that is slower', async () => {
    const line = `{ sleep 1; echo 'BETA foods inc'; } | node ${program} match --file - --format ndjson`;
    const { stdout, stderr } = await shell(line);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ text: 'BETA foods inc', id: 'c2' });
  });

  test('writes everything or fails if the disk is full', async () => {
    const file = path.join(home, 'full.csv');
    const { stderr } = await shell(`ulimit -f 2; ${ASK_ANEW} > ${file}; echo "code $?" >&2`);
    expect(statSync(file).size).toBe(0);
    expect(stderr).toContain('EFBIG');
    expect(stderr).toContain('code 1');
  });

  test('appends only whole lines if the disk is full', async () => {
    const file = path.join(home, 'full.ndjson');
    const line = `${ASK_ANEW} --format ndjson >> ${file}`;
    await shell(`${line} --limit 3`);
    const before = readFileSync(file, 'utf8');
    const { stderr } = await shell(`ulimit -f 4; ${line}`);
    expect(stderr).toContain('EFBIG');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('the receipt counts what is paid and cannot be written', async () => {
    const line = `node ${program} ${ALL_AS_JSON} --max-credits 300 --no-store > ${home}/full.json`;
    const { stderr } = await shell(`ulimit -f 1; ${line}`);
    expect(stderr).toContain('EFBIG');
    const [, charged] = /(\d+) credits/.exec(stderr) ?? [];
    expect(await service.balance(key)).toBe(1_000 - Number(charged));
  });

  test('continues if nobody reads the output about costs', async () => {
    await shell(`{ ${ASK_ANEW} --columns id --limit 9; } 2>&1 >${home}/out | true`, { SIGNALS_STORE: '' });
    expect(readFileSync(path.join(home, 'out'), 'utf8').trim().split('\n')).toHaveLength(10);
    const empty = await shell(`node ${program} formula hirings`, { SIGNALS_URL: '' });
    expect(empty).toMatchObject({ stdout: '=HIRINGS()\n', stderr: '' });
  });

  test('ends a watch in order on a signal', async () => {
    const child = watch('--every', '1h');
    const [said] = await once(child.stderr, 'data');
    expect(String(said)).toContain('a watch writes NDJSON');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });
});
