/** An assistant: a client, and a server of its tools for each connection. */
import { setTimeout as pause } from 'node:timers/promises';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createClient } from '../client.js';
import type { ClientSettings } from '../types.js';
import { createServer } from './create-server.js';

/** Its `maxCredits` are the most that a call may name, whatever the model asks for. */
export interface AssistantSettings extends Omit<ClientSettings, 'onCharge' | 'sleep'> {
  readonly version: string;
  /** US dollars for a credit, for hosts that add up what calls cost. */
  readonly creditPrice?: number | undefined;
}

export interface Assistant {
  /** A server for one connection. */
  createServer(): McpServer;
  /** Waits for purchases that are in flight, so that they are stored, but not for long. */
  close(): Promise<void>;
}

/** The time limit of one request to the service: assistants give up on a call after a minute. */
const TIMEOUT_MS = 25_000;
/** Longer than a request may take. */
const LAST_WAIT_MS = 30_000;

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createAssistant(settings: AssistantSettings): Assistant {
  const { version, maxCredits, creditPrice, ...rest } = settings;
  const client = createClient({ timeoutMs: TIMEOUT_MS, ...rest });
  const running = new Set<Promise<unknown>>();
  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    createServer: () => createServer({ client, running, creditPrice, maxCredits }, version),
    async close() {
      await Promise.race([idle(), pause(LAST_WAIT_MS, undefined, { ref: false })]);
      await client.close();
    },
  };
}
