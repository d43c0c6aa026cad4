/** Decides which network addresses a callback may have: public ones, and those in the configuration. */
import { BlockList, isIP, isIPv6 } from 'node:net';

export type AddressGuard = ReturnType<typeof createAddressGuard>;

/**
 * Private, local, reserved, documentation and multicast ranges (IANA special-purpose registries), among them
 * IPv4-translated addresses, and Azure's address of the platform services, which its machines can reach.
 */
const PRIVATE_IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 ' +
  '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 ' +
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
const PRIVATE_IPV6 =
  '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 ' +
  '3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

/**
 * @param allowed host names, addresses and CIDRs
 * @throws an Error that names an invalid entry
 */
export function createAddressGuard(allowed: readonly string[]) {
  const blocked = listOf(`${PRIVATE_IPV4} ${PRIVATE_IPV6}`.split(' '));
  const ranges = listOf(allowed.filter(isRange));
  const names = new Set(allowed.filter((entry) => !isRange(entry)).map(checkedName));
  const listsAddress = (address: string) => isIn(ranges, address);
  return {
    /** True if the configuration lists this name, so that all of its addresses are allowed. */
    allowsName: (host: string) => names.has(host.toLowerCase()),
    allowsAddress: (address: string) =>
      isIP(address) !== 0 && (listsAddress(address) || !isIn(blocked, address)),
    /** True if the configuration lists this address. Only then http is allowed. */
    listsAddress,
  };
}

/** BlockList itself handles an IPv4 address in IPv6 notation. */
function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function isRange(entry: string): boolean {
  return isIP(entry.split('/')[0]!) !== 0;
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? longest : Number(bits);
    if (bits === '' || !Number.isInteger(length) || length < 0 || length > longest) {
      throw new Error(`ALLOW_CALLBACKS: ${entry} is not an address range such as 10.0.0.0/8`);
    }
    list.addSubnet(address, length, family);
  }
  return list;
}

function checkedName(entry: string): string {
  if (/^[a-z0-9_.-]+$/i.test(entry)) return entry.toLowerCase();
  throw new Error(`ALLOW_CALLBACKS: ${entry} is neither a host name nor an address range`);
}
