/** The processor time of a thread, which tells a thread that works from one that waits for what does not come. */
import { readFileSync, readlinkSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/** The name of the calling thread, for `threadTime`; empty where the system has none. */
export function threadName(): string {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return '';
  }
}

/**
 * Grows while the thread works. Where the system does not count by thread, it also grows while a call blocks it.
 * @param name from threadName, in that thread
 */
export function threadTime(worker: Worker, name: string): number {
  try {
    // after the name in parentheses; fields 14 and 15 of proc(5)
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return worker.performance.eventLoopUtilization().active;
  }
}
