/** Look-ups of names whose addresses change with each question, in place of the name servers'. */
import dns from 'node:dns/promises';

/**
 * @param names the IPv4 addresses of each name, one list per question; the last list stays. A name without
 * lists gets no answer, and a missing name does not exist.
 */
export function resolveNames(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = [];
  const { resolve4, resolve6 } = dns;
  Object.assign(dns, {
    async resolve4(host: string) {
      const before = asked.filter((one) => one === host).length;
      asked.push(host);
      const answers = names[host];
      if (!answers) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return answers[Math.min(before, answers.length - 1)] ?? new Promise<never>(() => undefined);
    },
    resolve6: () => Promise.reject(new Error('no IPv6')),
  });
  return {
    asked,
    /** Brings the real look-ups back. */
    restore: () => {
      Object.assign(dns, { resolve4, resolve6 });
    },
  };
}
