import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** For a service whose settings contain its address, so that the port is needed before it listens. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
