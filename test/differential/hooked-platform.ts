/**
 * A fake platform on which every call to Google can fail or end its execution, executions can run inside each
 * other, and caches and properties lose a part of their content.
 */
import type { Platform } from '../../src/addon/platform.js';
import { createFakePlatform, type FakePlatform } from '../addon/fake-platform.js';
import type { Random } from '../support/random.js';

const FAILURE = 'Service error: Spreadsheets';

/** Thrown to end an execution; no code of the add-on runs after it. */
export class Killed extends Error {}

export interface Fault {
  /** A call can fail before or after its effect. */
  readonly kind: 'throw' | 'throw after' | 'kill before' | 'kill after';
  /** The number of the failing call, from 1. */
  readonly call: number;
}

/** Runs while an execution waits for the service or for others. */
export type Meanwhile = () => void;

export interface Execution<T> {
  readonly number: number;
  readonly killed: boolean;
  readonly faulty: boolean;
  readonly value?: T;
  readonly error?: unknown;
}

export interface HookedPlatform {
  readonly platform: Platform;
  readonly fake: FakePlatform;
  timeZone: string;
  /** Returns the number of the running execution. */
  current(): number;
  execute<T>(work: (platform: Platform) => T, fault?: Fault, meanwhile?: Meanwhile): Execution<T>;
  /** Saves another payer's address and key. */
  connect(payer: string): void;
  evictCache(random: Random): void;
  evictProperties(random: Random): void;
}

/** People's settings and the ledger, which Google does not lose. */
const KEPT =
  /^(?:ledger|spends|log\.\d+$|data-version|calls|settings|notice|shared-connection|formula-payer)/;

interface Running {
  readonly number: number;
  calls: number;
  dead: boolean;
  faulty: boolean;
  readonly fault: Fault | undefined;
  meanwhile: Meanwhile | undefined;
}

export function createHookedPlatform(start: number): HookedPlatform {
  const fake = createFakePlatform({ now: new Date(start).toISOString(), connected: false });
  const cacheKeys = new Set<string>();
  const stack: Running[] = [];
  let last = 0;
  let locked = false;

  const top = () => stack[stack.length - 1];

  function call<T>(work: () => T): T {
    const running = top();
    if (!running) return work();
    if (running.dead) throw new Killed();
    running.calls += 1;
    const { fault } = running;
    const isNow = fault?.call === running.calls;
    if (isNow) running.faulty = true;
    if (isNow && fault.kind === 'throw') throw new Error(FAILURE);
    if (isNow && fault.kind === 'kill before') running.dead = true;
    if (running.dead) throw new Killed();
    const value = work();
    if (isNow && fault.kind === 'throw after') throw new Error(FAILURE);
    if (isNow && fault.kind === 'kill after') running.dead = true;
    if (running.dead) throw new Killed();
    return value;
  }

  /** A service of which each method is a call. */
  function hookedOf<T extends object>(service: T): T {
    const methods = Object.entries(service).map(
      ([name, method]: [string, (...args: unknown[]) => unknown]) => [
        name,
        (...args: unknown[]) => call(() => method(...args)),
      ],
    );
    return Object.fromEntries(methods) as T;
  }

  /** Runs others while this execution waits outside the lock. */
  function letOthersRun(): void {
    const running = top();
    if (!running?.meanwhile || locked) return;
    const { meanwhile } = running;
    running.meanwhile = undefined;
    meanwhile();
  }

  const hooked: HookedPlatform = {
    fake,
    timeZone: 'Etc/GMT',
    current: () => top()?.number ?? 0,
    platform: {
      ...fake,
      // a failure that no code expects, such as one of Google's sleep, is logged before the cell shows an error
      log: { warn: () => undefined },
      http: {
        send(requests, seconds) {
          letOthersRun();
          return call(() => fake.http.send(requests, seconds));
        },
      },
      clock: {
        now: fake.clock.now,
        sleep(ms) {
          call(() => fake.clock.sleep(ms));
          letOthersRun();
        },
      },
      spreadsheet: {
        ...fake.spreadsheet,
        timeZone: () => call(() => hooked.timeZone),
        activeCell: () => call(() => fake.spreadsheet.activeCell()),
      },
      documentCache: {
        ...hookedOf(fake.documentCache!),
        putAll(values, seconds) {
          call(() => fake.documentCache!.putAll(values, seconds));
          for (const key of Object.keys(values)) cacheKeys.add(key);
        },
      },
      documentProperties: hookedOf(fake.documentProperties!),
      userProperties: hookedOf(fake.userProperties),
      allDocumentProperties: () => call(() => fake.allDocumentProperties()),
      documentLock: {
        run(_waitMs, action) {
          call(() => undefined);
          if (locked) return false;
          locked = true;
          try {
            action();
          } finally {
            locked = false;
          }
          return true;
        },
      },
      compress: (text) => `z${text}`,
      expand(text) {
        if (text[0] !== 'z') throw new Error('not compressed');
        return text.slice(1);
      },
    },
    execute(work, fault, meanwhile) {
      last += 1;
      const running: Running = { number: last, calls: 0, dead: false, faulty: false, fault, meanwhile };
      stack.push(running);
      const wasLocked = locked;
      try {
        const value = work(hooked.platform);
        // the add-on has caught the end, which it cannot on Google
        if (running.dead) return { number: running.number, killed: true, faulty: running.faulty };
        return { number: running.number, killed: false, faulty: running.faulty, value };
      } catch (error) {
        const killed = running.dead || error instanceof Killed;
        return { number: running.number, killed, faulty: running.faulty, error };
      } finally {
        locked = wasLocked;
        stack.pop();
      }
    },
    connect(payer) {
      fake.connect(payer, `key_live_${payer}_0123456789`);
      for (const name of ['refusedPayer', 'refreshAfter']) fake.documentProperties!.remove(name);
      fake.documentCache!.removeAll(['context']);
    },
    evictCache(random) {
      const keys = [...cacheKeys];
      fake.documentCache!.removeAll(
        random.chance(0.3) ? keys : random.some(keys, random.below(keys.length + 1)),
      );
    },
    evictProperties(random) {
      const keys = Object.keys(fake.allDocumentProperties()).filter((key) => !KEPT.test(key));
      for (const key of random.some(keys, random.below(keys.length + 1))) {
        fake.documentProperties!.remove(key);
      }
    },
  };
  return hooked;
}
