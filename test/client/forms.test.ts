/** The same argument forms give the same request bodies by each way to ask. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { valueOfArgument } from '../../src/addon/question/formula-arguments.js';
import { createAssistant } from '../../src/client/assistant/assistant.js';
import { wordOf } from '../../src/client/cli/options.js';
import type { AnyQuestion, SignalsClient, Transport } from '../../src/client/types.js';
import { DATASETS, type DatasetName } from '../../src/contract/datasets.js';
import { COMMA, findCall } from '../../src/contract/formula.js';
import { FUNCTION_NAMES } from '../../src/contract/formula-question.js';
import { ask, respondWithGroups } from '../addon/ask.js';
import { API_KEY, BASE_URL } from '../addon/fake-platform.js';
import { errorOf } from './assistant/support/tool-result.js';
import { runCommand } from './command-line.js';
import { clientOver } from './fake-service.js';
import { type ArgumentForm, argumentForms, REFUSED_FORMS, typedValues } from './forms.js';

const NOW = Date.parse('2026-11-20T10:15:00Z');
const CEILING = 1_000;
const FORMS = argumentForms();

interface Sent {
  readonly bodies: readonly unknown[];
  /** The code of a refusal. */
  readonly code?: string;
}

/** A transport of the minimal service of the add-on's tests, and the bodies of dataset queries. */
function cannedTransport(): Transport & { readonly bodies: unknown[] } {
  const bodies: unknown[] = [];
  const paths = Object.values(DATASETS).map(({ path }) => BASE_URL + path);
  return {
    bodies,
    async send({ url, body, headers }) {
      if (paths.includes(url)) bodies.push(JSON.parse(body ?? ''));
      const isKnown = paths.includes(url) || url.includes('/tracked-companies/');
      const method = body === undefined ? ('get' as const) : ('post' as const);
      const { status = 200, body: answer } = isKnown
        ? respondWithGroups({ method, url, headers })
        : { status: 404, body: '' };
      return { status, text: JSON.stringify(answer), header: () => undefined };
    },
    close: async () => undefined,
  };
}

const clientWith = (transport: Transport, groups: readonly string[] = []): SignalsClient =>
  clientOver(transport, { groups, url: BASE_URL, timeZone: 'Etc/GMT', now: () => NOW, maxCredits: CEILING });

function byFormula(dataset: DatasetName, args: readonly unknown[]): Sent {
  const { bodies, error } = ask(DATASETS[dataset].functionName, args);
  return { bodies, ...(error !== undefined && { code: /^#(\w+)/.exec(error)?.[1] ?? error }) };
}

/** By the client, the command line and an assistant. */
async function expectEachWay(form: ArgumentForm, expected: Sent): Promise<void> {
  expect(await byClient(form)).toEqual(expected);
  expect(await byCommandLine(form)).toEqual(expected);
  expect(await byAssistant(form)).toEqual(expected);
}

/** Passes arguments like Sheets: a list is a column of cells. */
function argumentsFor({ question: { companies = '', ...options } }: ArgumentForm): unknown[] {
  const cells = (value: unknown) => (Array.isArray(value) ? value.map((cell: unknown) => [cell]) : value);
  return [cells(companies), ...Object.entries(options).flatMap(([name, value]) => [name, cells(value)])];
}

async function byClient({ dataset, question }: ArgumentForm): Promise<Sent> {
  const transport = cannedTransport();
  const asked = clientWith(transport).ask(dataset, question);
  const code = await asked.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
  return { bodies: transport.bodies, ...(code !== undefined && { code }) };
}

const CODES: Readonly<Record<number, string>> = { 2: 'BAD_INPUT' };

async function byCommandLine({ dataset, question: { companies, ...options } }: ArgumentForm): Promise<Sent> {
  const transport = cannedTransport();
  const args = Object.entries(options).flatMap(([name, value]) =>
    typedValues(value!).flatMap((text) => [`--${name}`, text]),
  );
  const words = companies === undefined ? [] : typedValues(companies);
  const settings = ['--no-store', `--url=${BASE_URL}`, `--max-credits=${CEILING}`, '--time-zone=Etc/GMT'];
  const { code } = await runCommand(['ask', wordOf(dataset), ...words, ...args, ...settings], {
    env: { SIGNALS_API_KEY: API_KEY },
    home: '/nowhere',
    client: { transport, now: () => NOW },
  });
  return { bodies: transport.bodies, ...(code !== 0 && { code: CODES[code] ?? String(code) }) };
}

async function byAssistant({ dataset, question }: ArgumentForm, more: object = {}): Promise<Sent> {
  const transport = cannedTransport();
  const settings = { key: API_KEY, url: BASE_URL, transport, timeZone: 'Etc/GMT', now: () => NOW };
  const assistant = createAssistant({ ...settings, version: '0.0.0' });
  const server = assistant.createServer();
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { companies, ...options } = JSON.parse(JSON.stringify(question, asDay)) as AnyQuestion;
  const args = { dataset, ...(companies !== undefined && { companies }), options, max_credits: CEILING };
  const result = (await client.callTool({ name: 'ask', arguments: { ...args, ...more } })) as CallToolResult;
  await client.close();
  await assistant.close();
  const code = errorOf(result)?.code;
  return { bodies: transport.bodies, ...(code !== undefined && { code }) };
}

/** Writes dates as days, because JSON has no dates. */
function asDay(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const original = this[name];
  return original instanceof Date ? original.toISOString().slice(0, 10) : value;
}

/** Calculates the client's formula in the add-on. */
function byWrittenFormula({ dataset, question }: ArgumentForm): Sent {
  const formula = clientWith(cannedTransport()).formula(dataset, question);
  const call = findCall(formula, FUNCTION_NAMES, COMMA);
  const noCells = { values: () => [] };
  return byFormula(
    dataset,
    call!.args.map((argument) => valueOfArgument(noCells, argument)),
  );
}

test('there are 300 different forms', () => {
  expect(new Set(FORMS.map((form) => JSON.stringify(form))).size).toBe(300);
  const asked = FORMS.map((form) => JSON.stringify(byFormula(form.dataset, argumentsFor(form))));
  // forms that differ only in the output send the same request
  expect(new Set(asked).size).toBeGreaterThan(200);
});

describe.each(['business-expansion', 'major-hiring', 'executive-change'] as const)('%s', (dataset) => {
  const forms = FORMS.filter((form) => form.dataset === dataset);

  test.each(forms.map((form) => [JSON.stringify(form.question).slice(0, 150), form] as const))(
    '%s',
    async (_, form) => {
      const expected = byFormula(dataset, argumentsFor(form));
      expect(expected).not.toHaveProperty('code');
      expect(expected.bodies.length).toBeGreaterThan(0);
      await expectEachWay(form, expected);
      expect(byWrittenFormula(form)).toEqual(expected);
    },
  );
});

test.each(['Type', ['Type']])('%j is a company, although an option is called so', async (companies) => {
  const form = { dataset: 'business-expansion', question: { companies } } as const;
  const expected = { bodies: [{ companyName: ['Type'], limit: 100 }] };
  await expectEachWay(form, expected);
  expect(byWrittenFormula(form)).toEqual(expected);
});

test('the formula for all companies is one that a cell accepts', () => {
  const form = { dataset: 'business-expansion', question: {} } as const;
  expect(clientWith(cannedTransport()).formula('business-expansion')).toBe('=EXPANSIONS(, "limit", 100)');
  expect(byWrittenFormula(form)).toEqual({ bodies: [{ limit: 100 }] });
});

test('an assistant may pass null for what it leaves out', async () => {
  const form = { dataset: 'business-expansion', question: {} } as const;
  const nulls = { companies: null, options: null, page_size: null, cursor: null };
  expect(await byAssistant(form, nulls)).toEqual({ bodies: [{ limit: 100 }] });
});

test('a group of the settings that the service has lost stops only a question that names it', async () => {
  const transport = cannedTransport();
  const client = clientWith(transport, ['Lost', 'Key accounts']);
  const companies = 'Meta Foods';
  await client.hirings({ companies });
  expect(transport.bodies).toEqual([{ companyIds: ['c_000102'], limit: 100 }]);
  await expect(client.hirings({ companies, group: 'Lost' })).rejects.toMatchObject({ code: 'NO_GROUP' });
});

test.each(REFUSED_FORMS.map((form) => [JSON.stringify(form.question).slice(0, 80), form] as const))(
  'refused: %s',
  async (_, form) => {
    const { code, bodies } = byFormula(form.dataset, argumentsFor(form));
    expect(code).toBeDefined();
    // a look-up of the company's name is allowed, because it is free
    expect(bodies.filter((body) => !Object.hasOwn(body as object, 'companies'))).toEqual([]);
    const expected = { bodies: [], code };
    expect(await byClient(form)).toEqual(expected);
    expect(await byCommandLine(form)).toEqual({ bodies: [], code: 'BAD_INPUT' });
    expect(await byAssistant(form)).toEqual(expected);
  },
);
