/** Reads the page's port from PORT, explains errors of listening, checks if the service's port is free. */
import { once } from 'node:events';
import net from 'node:net';

const DEFAULT_PORT = 8080;
const MAX_PORT = 65_535;

/** @throws if the text is not a port. */
export function readPort(text: string | undefined): number {
  const value = text === undefined || text === '' ? DEFAULT_PORT : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= MAX_PORT) return value;
  throw new Error(`PORT must be a whole number from 0 to ${MAX_PORT}, but is ${text}`);
}

/** Returns an error that names the setting to change. */
export function listenError(error: NodeJS.ErrnoException, port: number, address: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use: set PORT to another`,
    EACCES: `Port ${port} is not allowed: set PORT to another`,
    EADDRNOTAVAIL: `${address} is not an address of this machine: set HOST to another`,
    ENOTFOUND: `${address} is not an address of this machine: set HOST to another`,
  };
  return new Error(reasons[error.code ?? ''] ?? error.message);
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
