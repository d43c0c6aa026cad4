/** The program `signals-mcp`: its settings, its transport, and an end that loses nothing that was paid for. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '../client.js';
import type { AnswerStore, Wire } from '../types.js';
import { createServer } from './create-server.js';
import { createCostMeter } from './metered-wire.js';
import { createPageStore, type PageStore } from './pages.js';

export interface AssistantSettings {
  readonly key: string;
  readonly url: string;
  readonly version: string;
  readonly wire: Wire;
  readonly store?: AnswerStore;
  readonly timeZone?: string;
  readonly groups?: readonly string[];
  /** The most credits that a call may name, whatever the model asks for. */
  readonly maxCredits?: number;
  /** US dollars for a credit, for hosts that add up what calls cost. */
  readonly creditPrice?: number | undefined;
  /** Of its own by default. */
  readonly pages?: PageStore;
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

export interface RunningAssistant {
  /** Ends when the assistant is gone: when its input ends. */
  readonly ended: Promise<void>;
  /** Waits for purchases that are in flight, so that they are stored, but not for long. */
  close(): Promise<void>;
}

const MAX_MESSAGE = 1_000_000;
/** Of one request to the service: assistants give up on a call after a minute, and may want to hear before. */
const TIMEOUT_MS = 25_000;
/** Longer than a request may take. */
const LAST_WAIT_MS = 30_000;

export interface Assistant {
  /** A server for one connection. */
  createServer(): McpServer;
  close(): Promise<void>;
}

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createAssistant(settings: AssistantSettings): Assistant {
  const { version, wire, maxCredits, creditPrice, pages = createPageStore(), ...rest } = settings;
  const meter = createCostMeter(wire);
  const client = createClient({ timeoutMs: TIMEOUT_MS, ...rest, wire: meter.wire });
  const running = new Set<Promise<unknown>>();
  const parts = {
    client,
    meter,
    running,
    pages,
    creditPrice,
    ...(maxCredits !== undefined && { maxCredits }),
  };
  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    createServer: () => createServer(parts, version),
    async close() {
      await Promise.race([idle(), pause(LAST_WAIT_MS)]);
      await client.close();
    },
  };
}

/** Over standard input and output. */
export async function runOverStdio(
  settings: AssistantSettings,
  { input, output, log }: { readonly input: Readable; readonly output: Writable; log(text: string): void },
): Promise<RunningAssistant> {
  const assistant = createAssistant(settings);
  const server = assistant.createServer();
  server.server.onerror = (error) => log(error.message);
  const closed = new Promise<void>((resolve) => {
    // after a message that is too long, among others
    server.server.onclose = resolve;
  });
  const ended = Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'error'), closed]).then(
    () => undefined,
    () => undefined,
  );
  await server.connect(new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE }));
  return {
    ended,
    async close() {
      await assistant.close();
      await server.close();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
