/** The program `signals-mcp` as a process, and the official SDK's own client that drives it over either transport. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { scaled } from '../../../support/scale.js';

export type TransportName = 'stdio' | 'http';

/** Over which the same tests run. The SDK has both, so that most suites play the other one at full scale only. */
export const TRANSPORTS: readonly TransportName[] = ['stdio', 'http'];
export const MOST_USED: readonly TransportName[] = scaled(1, 2) === 1 ? ['stdio'] : TRANSPORTS;

export const TOKEN = 'token-of-the-tests-0123456789';

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
  /** An assistant with a server of its own. The store survives the server where `store` is the same. */
  connect(transport: TransportName, env: ProgramEnvironment): Promise<ConnectedAssistant>;
  /** The server alone, over HTTP. */
  startHttp(env: ProgramEnvironment): Promise<HttpProgram>;
  /** Another assistant on a server over HTTP. */
  join(url: string, token?: string): Promise<ConnectedAssistant>;
  /** The file of the program. */
  program(): string;
  /** An empty directory for the stores of programs. */
  newHome(): Promise<string>;
}

export interface HttpProgram {
  readonly url: string;
  readonly process: ChildProcess;
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
      external: ['node-sqlite3-wasm'],
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

  async function startHttp(env: ProgramEnvironment): Promise<HttpProgram> {
    const child = spawn(process.execPath, [program, '--http', '--port', '0'], {
      env: await environment({ SIGNALS_MCP_TOKEN: TOKEN, ...env }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(() => killed(child));
    const lines = createInterface({ input: child.stderr });
    const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [string];
    return { url: String(line).replace(/^Listening on /, ''), process: child };
  }

  async function connectClient(transport: Transport, kill: () => Promise<void>): Promise<ConnectedAssistant> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    started.push(() => client.close());
    return {
      client,
      call: (name, args) => client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>,
      kill,
      close: () => client.close(),
    };
  }

  function join(url: string, token = TOKEN, child?: ChildProcess): Promise<ConnectedAssistant> {
    const headers = { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    return connectClient(transport as Transport, () => (child ? killed(child) : Promise.resolve()));
  }

  return {
    newHome,
    program: () => program,
    startHttp,
    join,
    async connect(transport, env) {
      if (transport === 'http') {
        const { url, process: child } = await startHttp(env);
        return join(url, TOKEN, child);
      }
      const stdio = new StdioClientTransport({
        command: process.execPath,
        args: [program],
        env: await environment(env),
        stderr: 'ignore',
      });
      return connectClient(stdio, async () => {
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

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
