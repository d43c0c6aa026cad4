/** The part of Express that is used here: the SDK depends on Express, but does not include its types. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';

export interface ExpressRequest extends IncomingMessage {
  readonly body?: unknown;
  /** Set after the check of the bearer token. */
  readonly auth?: AuthInfo;
}

export interface ExpressResponse extends ServerResponse {
  readonly req: ExpressRequest & ServerResponse['req'];
  status(code: number): this;
  set(headers: Readonly<Record<string, string>>): this;
  json(body: object): void;
  send(text: string): void;
  redirect(...to: readonly [address: string] | readonly [status: number, address: string]): void;
}

export type Handler = (request: ExpressRequest, response: ExpressResponse, next: () => void) => unknown;

export interface ExpressApp {
  (request: IncomingMessage, response: ServerResponse): void;
  set(setting: string, value: unknown): void;
  use(...handlers: readonly unknown[]): void;
  all(path: string, handler: Handler): void;
  post(path: string, ...handlers: readonly Handler[]): void;
}
