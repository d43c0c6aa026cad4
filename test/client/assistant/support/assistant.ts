/** The program `signals-mcp` as a process, or the service's /mcp, driven by the official SDK's own client. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { connect as connectOverHttp } from '../../../service/support/oauth.js';
import { eventually } from '../../../support/eventually.js';
import { scaled } from '../../../support/scale.js';
import { useTempFolder } from '../../../support/temp-folder.js';

export type TransportName = 'stdio' | 'http';

/** The transports of the tests. The SDK implements both; most suites use the second only at full scale. */
export const TRANSPORTS: readonly TransportName[] = ['stdio', 'http'];
export const MOST_USED: readonly TransportName[] = scaled(1, 2) === 1 ? ['stdio'] : TRANSPORTS;

export type ProgramEnvironment = Readonly<Record<string, string>>;

/** One assistant and its server: over stdio a process of its own. */
export interface ConnectedAssistant {
  readonly client: Client;
  call(name: string, args: object): Promise<CallToolResult>;
  /** Kills the server at once, like a crash. */
  kill(): Promise<void>;
}

/** For all tests of the calling suite or block. Ends the programs of each test after it. */
export function useAssistants() {
  const folder = useTempFolder();
  // next to its only package: loading hundreds of package files would double the work of a start
  const program = path.resolve(`out/test/${path.basename(folder)}.mjs`);
  const started: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    await build({
      entryPoints: ['src/client/assistant/main.ts'],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // CommonJS packages get Node's modules by `require`
      banner: {
        js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
      },
      logLevel: 'warning',
    });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((end) => end()));
  });
  afterAll(() => rm(program, { force: true }));

  const newHome = () => mkdtemp(path.join(folder, 'home-'));

  function connected(client: Client, kill: () => Promise<void>): ConnectedAssistant {
    started.push(() => client.close());
    return {
      client,
      call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>,
      kill,
    };
  }

  return {
    /** An empty directory for the stores of programs. */
    newHome,
    /** The file of the program. */
    program: () => program,
    /**
     * Over stdio: an assistant with its own server, whose store survives if HOME is the same. Over HTTP: an
     * assistant that a person has connected to SIGNALS_URL, with the environment's key and ceiling.
     */
    async connect(transport: TransportName, env: ProgramEnvironment): Promise<ConnectedAssistant> {
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
        env: {
          PATH: process.env['PATH'] ?? '',
          // settings of the compilation; see compile-once.ts
          NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
          HOME: env['HOME'] ?? (await newHome()),
          TZ: 'UTC',
          ...env,
        },
        stderr: 'ignore',
      });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(stdio);
      return connected(client, async () => {
        process.kill(stdio.pid!, 'SIGKILL');
        await eventually(() => stdio.pid === null);
      });
    },
  };
}
