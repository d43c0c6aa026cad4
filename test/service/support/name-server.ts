/** A name server whose answers change with each question, and look-ups that use it. */
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface NameServer {
  readonly asked: readonly string[];
  /** Replaces the name servers of this process until it is closed. */
  readonly use: () => void;
  readonly close: () => void;
}

const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;

/**
 * @param names the IPv4 addresses of each name, one list per question; the last list stays. A name without
 * lists gets no answer, and a missing name does not exist.
 */
export async function startNameServer(
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const name = nameIn(question);
    const answers = names[name];
    const before = asked.filter((one) => one === name).length;
    asked.push(name);
    const addresses = answers?.[Math.min(before, answers.length - 1)];
    socket.send(reply(question, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new dns.Resolver({ timeout: 60_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  const { resolve4, resolve6 } = dns;
  // the resolver times out early on a server that has answered other questions fast
  const never = new Promise<never>(() => undefined);
  return {
    asked,
    use: () => {
      Object.assign(dns, {
        resolve4: (host: string) => (names[host]?.length === 0 ? never : resolver.resolve4(host)),
        resolve6: () => Promise.reject(new Error('no IPv6')),
      });
    },
    close: () => {
      Object.assign(dns, { resolve4, resolve6 });
      resolver.cancel();
      socket.close();
    },
  };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.');
}

/** Every answer has a TTL of 0. */
function reply(question: Buffer, addresses: readonly string[] | undefined): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 + (addresses ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  const end = question.indexOf(0, HEADER_BYTES) + 5;
  const records = (addresses ?? []).map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...records]);
}
