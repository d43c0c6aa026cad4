/** The settings from the environment, read once and checked. */

import { EXTRAS, type Extra } from '../contract/lookups.js';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** A PostgreSQL-protocol server; the embedded engine when undefined. */
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** Whether sample data is kept up to date in a database that has no other data. */
  readonly seed: boolean;
  readonly maxLimit: number;
  readonly defaultLimit: number;
  /** Whether version 2 answers with a list, or with an object that also contains the balance. */
  readonly answerShape: 'list' | 'object';
  /** The endpoints beside the specification that there are. */
  readonly extras: readonly Extra[];
  /** Whether version 1 requires a key as well. */
  readonly version1Auth: boolean;
  /** Requests per minute and key; 0 for no limit. */
  readonly rateLimit: number;
  /** Of answers that are stored for one key, in bytes. */
  readonly maxStoredBytes: number;
  /** Host names, addresses and CIDR ranges that callbacks may have although they are private. */
  readonly allowCallbacks: readonly string[];
  readonly keyPepper: string | undefined;
  /** Signs pushed news; undefined for no signature. */
  readonly pushSecret: string | undefined;
  readonly logLevel: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** @throws an Error that names the variable and its allowed values */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const maxLimit = wholeNumber('MAX_LIMIT', text('MAX_LIMIT') ?? '10000', 1, 1_000_000);
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT') ?? '8787', 0, 65_535),
    databaseUrl: text('DATABASE_URL'),
    dataDirectory: text('DATA_DIR') ?? 'data/service',
    seed: choice('SEED', text('SEED') ?? 'on', ['on', 'off']) === 'on',
    maxLimit,
    defaultLimit: wholeNumber(
      'DEFAULT_LIMIT',
      text('DEFAULT_LIMIT') ?? String(Math.min(100, maxLimit)),
      1,
      maxLimit,
    ),
    answerShape: choice('ANSWER_SHAPE', text('ANSWER_SHAPE') ?? 'list', ['list', 'object']),
    extras: extrasIn(text('EXTRAS') ?? 'all'),
    version1Auth: choice('V1_AUTH', text('V1_AUTH') ?? 'on', ['on', 'off']) === 'on',
    rateLimit: wholeNumber('RATE_LIMIT', text('RATE_LIMIT') ?? '1200', 0, 1_000_000),
    maxStoredBytes: wholeNumber('MAX_STORED_MB', text('MAX_STORED_MB') ?? '256', 1, 1_000_000) * 1_048_576,
    allowCallbacks: (text('ALLOW_CALLBACKS') ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
    keyPepper: text('KEY_PEPPER'),
    pushSecret: text('PUSH_SECRET'),
    logLevel: choice('LOG_LEVEL', text('LOG_LEVEL') ?? 'warn', LOG_LEVELS),
  };
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
