/** Reads the address of a starting service from its output. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const LISTENING = /^Listening on (http:\/\/\S+)$/;

/** Resolves with the service's address. @throws if the service ends before it listens */
export async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = LISTENING.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The service ended before it listened');
}
