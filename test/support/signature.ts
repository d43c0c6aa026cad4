/** The signature that a receiver expects by the rules of Standard Webhooks. */
import { createHmac } from 'node:crypto';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function signatureOf(secret: string, headers: Headers, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
