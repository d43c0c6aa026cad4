/** Look-ups of names whose addresses change with each question, in place of the system's. */
import dns from 'node:dns';
import { isIP } from 'node:net';

type Done = (error: Error | null, found?: unknown) => void;

/**
 * @param names the addresses of each name, one list per question; the last list stays. A name without lists
 * gets no answer, and a missing name does not exist.
 */
export function resolveNames(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = [];
  const real = dns.lookup;
  const lookup = (host: string, options: dns.LookupAllOptions, done: Done) => {
    if (isIP(host)) return real(host, options, done);
    const before = asked.filter((one) => one === host).length;
    asked.push(host);
    const answers = names[host];
    if (!answers) return done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const addresses = answers[Math.min(before, answers.length - 1)];
    if (addresses)
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
  };
  dns.lookup = lookup as unknown as typeof dns.lookup;
  return {
    asked,
    /** Brings the system's look-ups back. */
    restore: () => {
      dns.lookup = real;
    },
  };
}
