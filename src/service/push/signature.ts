/** Signatures of pushed news, so that a receiver can tell them from forgeries and from old ones. */
import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-signature';

/**
 * `t=<seconds>,v1=<hex>`: an HMAC-SHA-256 over the seconds, a dot and the body. The receiver computes the same and
 * refuses a time that is more than some minutes away.
 */
export function sign(body: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
