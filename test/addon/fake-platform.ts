/**
 * The add-on's platform in memory: it records every request, and its clock only advances on demand, or when a script
 * sleeps or waits for an answer.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cache, HttpAnswer, HttpRequest, Lock, Platform, Properties } from '../../src/addon/platform.js';

export const BASE_URL = 'https://signals.example';
export const API_KEY = 'key_live_0123456789abcdef';

/** An answer of the service; `body` is sent as JSON. */
export interface CannedAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the service takes; an answer after the time-out is an exception, as in UrlFetchApp. */
  readonly takesMs?: number;
  /** The message of an exception instead of an answer. */
  readonly fails?: string;
}

/** Returns a refusal of the service. */
const refusal = (status: number, code: string): CannedAnswer => ({
  status,
  body: { status: `${status}`, code, message: 'refused' },
});
export const BAD_KEY = refusal(400, 'BAD_KEY');
export const FEW_CREDITS = refusal(405, 'FEW_CREDITS');

export type Respond = (request: HttpRequest, index: number) => CannedAnswer;

export interface FakePlatform extends Platform {
  /** Numbers of calls by name: `lock.run`, `http.fetch`, `http.fetchAll`. */
  readonly calls: ReadonlyMap<string, number>;
  readonly requests: readonly HttpRequest[];
  /** The names of all values that were ever stored in a cache or in properties. */
  readonly names: ReadonlySet<string>;
  /** The bodies of all requests so far, parsed; undefined for a request without one. */
  bodies(): unknown[];
  forgetCalls(): void;
  respond(respond: Respond): void;
  setNow(instant: string): void;
  advance(ms: number): void;
  /** Saves a key, with which its payer agrees to pay in this spreadsheet. */
  connect(payer: string, apiKey: string): void;
  /** Replaces the spreadsheet's settings; formulas heed them at once. */
  saveSettings(settings: object): void;
  /** Clears all caches. */
  emptyCache(): void;
}

export interface FakeOptions {
  /** @default '2026-11-20T10:15:00Z', a Friday */
  readonly now?: string;
  /** @default 'Etc/GMT' */
  readonly timeZone?: string;
  /** @default an empty list for every request */
  readonly respond?: Respond;
  /** Whether address and key are saved. @default true */
  readonly connected?: boolean;
  /** The spreadsheet's own groups. */
  readonly groups?: readonly string[];
}

const CACHE_VALUE_BYTES = 100_000;
/** In seconds: six hours. */
const MAX_LIFETIME = 21_600;
const PROPERTY_BYTES = 9_000;
const STORE_BYTES = 500_000;

export function createFakePlatform(options: FakeOptions = {}): FakePlatform {
  const { timeZone = 'Etc/GMT', connected = true, groups } = options;
  let now = Date.parse(options.now ?? '2026-11-20T10:15:00Z');
  let respond: Respond = options.respond ?? (() => ({ body: [] }));
  const calls = new Map<string, number>();
  const requests: HttpRequest[] = [];
  const names = new Set<string>();
  const cached = new Map<string, { readonly value: string; readonly until: number }>();
  const count = (name: string) => calls.set(name, (calls.get(name) ?? 0) + 1);

  const documentCache: Cache = {
    getAll(keys) {
      const found: Record<string, string> = {};
      for (const key of keys) {
        const entry = cached.get(key);
        if (entry && entry.until > now) found[key] = entry.value;
      }
      return found;
    },
    putAll(values, ttlSeconds) {
      // sources disagree what Google does with another lifetime, so none is ever sent
      const isLifetime = Number.isInteger(ttlSeconds) && ttlSeconds >= 1 && ttlSeconds <= MAX_LIFETIME;
      if (!isLifetime) throw new Error(`not a lifetime: ${ttlSeconds}`);
      for (const [key, value] of Object.entries(values)) {
        if (key.length > 250) throw new Error(`Argument too large: key of ${key.length} characters`);
        if (Buffer.byteLength(value) > CACHE_VALUE_BYTES) throw new Error('Argument too large: value');
        cached.set(key, { value, until: now + ttlSeconds * 1000 });
        names.add(key);
      }
    },
    removeAll(keys) {
      for (const key of keys) cached.delete(key);
    },
  };
  const documentLock: Lock = {
    run(_waitMs, action) {
      count('lock.run');
      action();
      return true;
    },
  };
  const documentValues = new Map<string, string>();
  const userProperties = createProperties(new Map(), names);
  const documentProperties = createProperties(documentValues, names);

  const platform: FakePlatform = {
    calls,
    requests,
    names,
    bodies: () => requests.map(({ body }) => (body === undefined ? undefined : JSON.parse(body))),
    forgetCalls() {
      calls.clear();
      requests.length = 0;
    },
    respond(next) {
      respond = next;
    },
    setNow(instant) {
      now = Date.parse(instant);
    },
    advance(ms) {
      now += ms;
    },
    connect(payer, apiKey) {
      userProperties.set('connection', JSON.stringify({ baseUrl: BASE_URL, apiKey, payer }));
      documentProperties.set(`spends:${payer}`, platform.spreadsheet.id());
    },
    saveSettings(settings) {
      documentProperties.set('settings', JSON.stringify(settings));
      documentCache.removeAll(['context']);
    },
    emptyCache: () => cached.clear(),

    http: {
      send(sent, timeoutSeconds) {
        count(sent.length === 1 ? 'http.fetch' : 'http.fetchAll');
        const first = requests.length;
        requests.push(...sent);
        const answers = sent.map((request, index) => respond(request, first + index));
        const slowest = Math.max(0, ...answers.map(({ takesMs = 0 }) => takesMs));
        now += Math.min(slowest, timeoutSeconds * 1000);
        if (slowest > timeoutSeconds * 1000) throw new Error(`Timeout: ${sent[0]?.url}`);
        const failed = answers.find(({ fails }) => fails !== undefined);
        if (failed) throw new Error(failed.fails);
        return answers.map(toHttpAnswer);
      },
    },
    clock: {
      now: () => now,
      sleep(ms) {
        now += ms;
      },
    },
    spreadsheet: {
      id: () => 'spreadsheet-1',
      locale: () => 'en_US',
      timeZone: () => timeZone,
      activeCell: () => 'Sheet1!A1',
    },
    grid: notThere('grid'),
    person: notThere('person'),
    schedules: notThere('schedules'),
    mail: notThere('mail'),
    ui: notThere('ui'),
    log: notThere('log'),
    userProperties,
    allDocumentProperties: () => Object.fromEntries(documentValues),
    documentProperties,
    documentCache,
    documentLock,
    scriptProperties: notThere('scriptProperties'),
    scriptLock: notThere('scriptLock'),
    webApp: notThere('webApp'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    hmac: (text, key) => createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64'),
    compress: (text) => gzipSync(text).toString('base64'),
    expand: (compressed) => gunzipSync(Buffer.from(compressed, 'base64')).toString(),
    uuid: () => randomUUID(),
  };
  if (connected) platform.connect('payer-1', API_KEY);
  if (groups) platform.saveSettings({ groups });
  platform.forgetCalls();
  return platform;
}

function sizeOf(key: string, value: string | undefined): number {
  return value === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(value);
}

function createProperties(values: Map<string, string>, names: Set<string>): Properties {
  let bytes = 0;
  const put = (key: string, value: string) => {
    if (Buffer.byteLength(key) + Buffer.byteLength(value) > PROPERTY_BYTES) {
      throw new Error('Argument too large: value');
    }
    const next = bytes - sizeOf(key, values.get(key)) + sizeOf(key, value);
    // what gets shorter is never refused
    if (next > STORE_BYTES && next > bytes) throw new Error('You have exceeded the property storage quota.');
    bytes = next;
    values.set(key, value);
    names.add(key);
  };
  return {
    get: (key) => values.get(key) ?? null,
    set: put,
    setAll(all) {
      for (const [key, value] of Object.entries(all)) put(key, value);
    },
    remove(key) {
      bytes -= sizeOf(key, values.get(key));
      values.delete(key);
    },
  };
}

function toHttpAnswer({ status = 200, text, body, headers = {} }: CannedAnswer): HttpAnswer {
  return {
    status,
    text: text ?? (body === undefined ? '' : JSON.stringify(body)),
    header: (name) => Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
  };
}

/** A part that custom functions must not use. */
function notThere<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get(_target, member) {
      throw new Error(`${name}.${String(member)} is out of reach of a custom function`);
    },
  });
}
