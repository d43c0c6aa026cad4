/** The program `signals-mcp` as a process, or the service's /mcp, and the official SDK's own client that drives either. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { connect as connectOverHttp } from '../../../service/support/oauth.js';
import { scaled } from '../../../support/scale.js';

export type TransportName = 'stdio' | 'http';

/** Over which the same tests run. The SDK has both, so that most suites play the other one at full scale only. */
export const TRANSPORTS: readonly TransportName[] = ['stdio', 'http'];
export const MOST_USED: readonly TransportName[] = scaled(1, 2) === 1 ? ['stdio'] : TRANSPORTS;

export type ProgramEnvironment = Readonly<Record<string, string>>;

/** One assistant and the server that it has: over stdio a process of its own. */
export interface ConnectedAssistant {
  readonly client: Client;
  call(name: string, args: object): Promise<CallToolResult>;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface AssistantPrograms {
  /**
   * Over stdio an assistant with a server of its own, whose store survives it where HOME is the same; over HTTP one that a
   * person has connected to the service at SIGNALS_URL, with the key and the ceiling of the environment.
   */
  connect(transport: TransportName, env: ProgramEnvironment): Promise<ConnectedAssistant>;
  /** The file of the program. */
  program(): string;
  /** An empty directory for the stores of programs. */
  newHome(): Promise<string>;
}

/** For all tests of the suite or block of tests that calls this; ends what the tests have started after each. */
export function useAssistants(): AssistantPrograms {
  let program = '';
  let folder = '';
  const started: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'signals-mcp-'));
    // beside the one package that it loads: with hundreds of files of packages, a start takes twice the work
    program = path.resolve(`out/test/${path.basename(folder)}.mjs`);
    await build({
      entryPoints: ['src/client/assistant/main.ts'],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // packages that are CommonJS ask for Node's modules by `require`
      banner: {
        js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
      },
      define: { CLIENT_VERSION: '"0.0.0-test"' },
      logLevel: 'warning',
    });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((end) => end()));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(program, { force: true });
  });

  const environment = async (env: ProgramEnvironment): Promise<Record<string, string>> => ({
    PATH: process.env['PATH'] ?? '',
    // how its engine is compiled; see compile-once.ts
    NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
    HOME: env['HOME'] ?? (await newHome()),
    TZ: 'UTC',
    ...env,
  });
  const newHome = () => mkdtemp(path.join(folder, 'home-'));

  function connected(client: Client, kill: () => Promise<void>): ConnectedAssistant {
    started.push(() => client.close());
    return {
      client,
      call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>,
      kill,
      close: () => client.close(),
    };
  }

  return {
    newHome,
    program: () => program,
    async connect(transport, env) {
      if (transport === 'http') {
        const {
          SIGNALS_URL: url = '',
          SIGNALS_API_KEY: key = '',
          SIGNALS_MCP_MAX_CREDITS: credits = 10_000,
        } = env;
        const { client } = await connectOverHttp(url, { key, credits });
        return connected(client, () => client.close());
      }
      const stdio = new StdioClientTransport({
        command: process.execPath,
        args: [program],
        env: await environment(env),
        stderr: 'ignore',
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(stdio);
      return connected(client, async () => {
        const { pid } = stdio;
        const closed = new Promise<void>((resolve) => {
          const before = stdio.onclose;
          stdio.onclose = () => {
            before?.();
            resolve();
          };
        });
        if (pid === null) return;
        process.kill(pid, 'SIGKILL');
        await closed;
      });
    },
  };
}
