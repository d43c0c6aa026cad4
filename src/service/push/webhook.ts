/** Delivers a webhook with signed headers, and retries with growing pauses. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressGuard } from './address-guard.js';
import { type PostAnswer, PostError, postJson } from './post-json.js';

const TIMEOUT_MS = 10_000;
const PAUSES_MS = [500, 2_000];
const MAX_ANSWER_BYTES = 65_536;
const SECRET_PREFIX = 'whsec_';

export interface DeliverOptions {
  readonly guard: AddressGuard;
  /** The limit of all attempts together. @default 10000 */
  readonly pushTimeoutMs?: number;
  /** The pauses before the retries. @default 500 and 2000 */
  readonly pushPausesMs?: readonly number[];
  /** Signs each attempt; undefined for no signature. */
  readonly pushSecret: string | undefined;
}

interface Message {
  /** The same in each attempt, so that a receiver recognises a retry. */
  readonly id: string;
  readonly json: string;
}

/**
 * Posts until the callback accepts the message, a retry would be useless, or the time is up.
 * @returns the callback's answer, with any status, or the reason why there is none
 */
export async function deliver(address: URL, message: Message, options: DeliverOptions) {
  const { guard, pushTimeoutMs: timeoutMs = TIMEOUT_MS, pushPausesMs = PAUSES_MS, pushSecret } = options;
  const until = performance.now() + timeoutMs;
  for (let attempts = 1; ; attempts += 1) {
    const result = await postJson(address, message.json, {
      guard,
      timeoutMs,
      until,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      headers: webhookHeaders(message, pushSecret, Date.now()),
    }).catch((error: unknown) => {
      if (error instanceof PostError) return error;
      throw error;
    });
    const wait = pushPausesMs[attempts - 1];
    if (!isRetryable(result) || wait === undefined || performance.now() + wait >= until)
      return { attempts, result };
    await pause(wait);
  }
}

/** True for overload and breakdowns, which may pass. A refused message would be refused again. */
function isRetryable(result: PostAnswer | PostError): boolean {
  if (result instanceof PostError) return result.isTransient;
  // the callback has taken the message; this is the status of the address with its answer
  if (result.isRead) return false;
  return [408, 429].includes(result.status) || result.status >= 500;
}

/** Signs like Standard Webhooks. A receiver recomputes it, and rejects timestamps that are minutes off. */
export function webhookHeaders(
  { id, json }: Message,
  secret: string | undefined,
  nowMs: number,
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(nowMs / 1_000));
  const names = { 'webhook-id': id, 'webhook-timestamp': seconds };
  if (secret === undefined) return names;
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${json}`).digest('base64');
  return { ...names, 'webhook-signature': `v1,${signature}` };
}

/** Decodes the base64 key after `whsec_`; any other secret is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
}
