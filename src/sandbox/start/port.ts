/** The port of the page: read from PORT, and what to do when it cannot be had. */
const DEFAULT_PORT = 8080;
const MAX_PORT = 65_535;

/** @throws when the text is no port. */
export function readPort(text: string | undefined): number {
  const value = text === undefined || text === '' ? DEFAULT_PORT : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= MAX_PORT) return value;
  throw new Error(`PORT must be a whole number from 0 to ${MAX_PORT}, and is ${text}`);
}

/** The error of listening, in words that name the setting to change. */
export function listenError(error: unknown, { port, address }: { port: number; address: string }): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use: set PORT to another`);
    case 'EACCES':
      return new Error(`Port ${port} is not allowed: set PORT to another`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${address} is no address of this machine: set HOST to another`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
