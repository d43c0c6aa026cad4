/** Reads and checks the settings of the environment. */
import { isIP } from 'node:net';
import { EXTRAS, type Extra } from '../contract/lookups.js';

/** The highest limit of an answer: a longer answer could exceed JavaScript's maximum length of a string. */
const MOST_RECORDS = 100_000;

const LOG_LEVELS = ['warn', 'fatal', 'error', 'info', 'debug', 'trace', 'silent'] as const;

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** @throws an Error that names the variable and its allowed values */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  /** Undefined without a value. */
  const read = <T>(name: string, reader: (value: string) => T): T | undefined => {
    const value = text(name);
    return value === undefined ? undefined : reader(value);
  };
  const list = (name: string) => (text(name) ?? '').split(/\s*,\s*/).filter((entry) => entry !== '');
  const whole = (name: string, fallback: number, min: number, max: number) =>
    wholeNumber(name, text(name) ?? String(fallback), min, max);
  /** The first value is the default. */
  const one = <T extends string>(name: string, values: readonly [fallback: T, ...others: T[]]) =>
    choice(name, text(name) ?? values[0], values);
  const databaseUrl = text('DATABASE_URL');
  const maxLimit = whole('MAX_LIMIT', 10_000, 1, MOST_RECORDS);
  const port = whole('PORT', 8_787, 0, 65_535);
  return {
    host: text('HOST') ?? '127.0.0.1',
    port,
    /** The port of the operators' endpoints; undefined if they share the port of the API. */
    operationsPort: read('OPERATIONS_PORT', (own) => operationsPort(own, port)),
    /** Address of a PostgreSQL server; undefined for the embedded engine. */
    databaseUrl,
    dataDirectory: text('DATA_DIR') ?? 'data/service',
    /** Fills an empty database with sample data. Off by default on a server, which may hold data for sale. */
    seed: one('SEED', databaseUrl === undefined ? ['on', 'off'] : ['off', 'on']) === 'on',
    maxLimit,
    defaultLimit: whole('DEFAULT_LIMIT', Math.min(100, maxLimit), 1, maxLimit),
    /** The enabled endpoints that the specification does not have. */
    extras: extrasIn(text('EXTRAS') ?? 'all'),
    /** Requests per minute and key; 0 for no limit. */
    rateLimit: whole('RATE_LIMIT', 1_200, 0, 1_000_000),
    poolSize: whole('POOL_SIZE', 10, 4, 1_000),
    maxConnections: whole('MAX_CONNECTIONS', 1_000, 1, 100_000),
    keyConcurrency: whole('KEY_CONCURRENCY', 4, 1, 1_000),
    /** Addresses and CIDR ranges of the proxies whose forwarded client address the service trusts. */
    trustProxy: list('TRUST_PROXY').map(checkedProxy),
    /** Bytes of stored answers that one key may have. */
    maxStoredBytes: whole('MAX_STORED_MB', 256, 1, 1_000_000) * 1_048_576,
    /** Private host names, addresses and CIDR ranges that callbacks may use nevertheless. */
    allowCallbacks: list('ALLOW_CALLBACKS'),
    keyPepper: text('KEY_PEPPER'),
    /** Signs pushed news; undefined for no signature. */
    pushSecret: read('PUSH_SECRET', checkedSecret),
    /** The public address of the service, under which assistants find /mcp; undefined if /mcp is off. */
    mcpUrl: read('MCP_URL', publicAddress),
    /** The price of a credit in US dollars, for assistants that add up the cost of calls. */
    creditPrice: read('CREDIT_USD', price),
    logLevel: one('LOG_LEVEL', LOG_LEVELS),
  };
}

function operationsPort(text: string, portOfApi: number): number {
  const port = wholeNumber('OPERATIONS_PORT', text, 1, 65_535);
  if (port !== portOfApi) return port;
  throw new Error(`OPERATIONS_PORT must be another port than PORT, but both are ${port}`);
}

function publicAddress(text: string): string {
  const { protocol, hostname, href, origin } = URL.canParse(text) ? new URL(text) : new URL('about:blank');
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  if ((protocol === 'https:' || isLocal) && href === `${origin}/`) return origin;
  throw new Error(
    `MCP_URL must be the public address of the service, https://host without a path, but is ${text}`,
  );
}

function price(text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new Error(`CREDIT_USD must be a number of US dollars such as 0.05, but is ${text}`);
}

function checkedProxy(entry: string): string {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  if (family !== 0 && Number(bits) <= (family === 6 ? 128 : 32)) return entry;
  throw new Error(`TRUST_PROXY: ${entry} is not an address or a range such as 10.0.0.0/8`);
}

/** Checks the form of a secret of Standard Webhooks. Any other text is a secret, too. */
function checkedSecret(secret: string): string {
  if (!secret.startsWith('whsec_') || /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(secret)) return secret;
  throw new Error('PUSH_SECRET must have 24 to 64 bytes in base64 after whsec_, or another beginning');
}

function extrasIn(text: string): readonly Extra[] {
  if (text === 'all') return EXTRAS;
  return text === 'none' ? [] : text.split(',').map((name) => choice('EXTRAS', name.trim(), EXTRAS));
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, but is ${text}`);
}

function choice<T extends string>(name: string, text: string, values: readonly T[]): T {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new Error(`${name} must be one of ${values.join(', ')}, but is ${text}`);
}
