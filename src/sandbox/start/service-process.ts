/** Runs the service as a child process on the sandbox's own data folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const LISTENING = /^Listening on (http:\/\/\S+)$/;
const STOP_WITHIN_MS = 5000;
/** Compiles the embedded engine once, unoptimized: it starts a third faster, and has little work here. */
const QUICK_START = '--liftoff-only';

export type ServiceProcess = ReturnType<typeof startService>;

/**
 * @param program the built service
 * @param port the port of the last start, because the saved connection has this address; 0 for any free port
 * @param onDeath called if the service has listened and ends although nobody has stopped it
 */
export function startService(
  program: string,
  dataDirectory: string,
  port = 0,
  onDeath: () => void = () => undefined,
) {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    // empty, to never use a real database: the sandbox creates a key and spends its credits
    DATABASE_URL: '',
    // the script's own web app receives pushed news at the page's address
    ALLOW_CALLBACKS: `127.0.0.0/8,::1,${process.env['HOST'] ?? ''}`,
  };
  // the closed IPC channel tells the service that the sandbox has ended, even after a crash
  const child = spawn(process.execPath, [QUICK_START, program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const baseUrl = addressOf(child, dataDirectory);
  let isStopping = false;
  baseUrl.then(
    async () => {
      await exited;
      if (!isStopping) onDeath();
    },
    () => undefined,
  );
  return {
    /** Resolves when the service listens. @throws if it ends before. */
    baseUrl,
    /** Runs a command of the service's program on the same data and returns its output. */
    async command(...args: string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
      return stdout;
    },
    async stop(): Promise<void> {
      isStopping = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Returns the port if it is free, else undefined. */
export async function ifFree(port: number | undefined): Promise<number | undefined> {
  if (port === undefined) return undefined;
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    await once(server.close(), 'close');
    return port;
  } catch {
    return undefined;
  }
}

async function addressOf(child: ChildProcess, dataDirectory: string): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = LISTENING.exec(line)?.[1];
    if (address) return address;
  }
  // the service has already printed the reason
  throw new Error(
    `The service did not start on ${dataDirectory}. If another sandbox runs there, use that one, or set SANDBOX_DATA to another folder.`,
  );
}
