/** Ports: the page's, read from PORT, what to do when it cannot be had, and whether the service's is still free. */
import net from 'node:net';

const DEFAULT_PORT = 8080;
const MAX_PORT = 65_535;

/** @throws if the text is no port. */
export function readPort(text: string | undefined): number {
  const value = text === undefined || text === '' ? DEFAULT_PORT : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= MAX_PORT) return value;
  throw new Error(`PORT must be a whole number from 0 to ${MAX_PORT}, but is ${text}`);
}

/** The error of listening, with the setting to change. */
export function listenError(error: unknown, { port, address }: { port: number; address: string }): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use: set PORT to another`);
    case 'EACCES':
      return new Error(`Port ${port} is not allowed: set PORT to another`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${address} is not an address of this machine: set HOST to another`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/** The port if it is free, else undefined. */
export async function ifFree(port: number | undefined): Promise<number | undefined> {
  if (port === undefined) return undefined;
  const server = net.createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return undefined;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
