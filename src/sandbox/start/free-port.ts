/** Whether a port of this machine is free to listen on. */
import net from 'node:net';

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
