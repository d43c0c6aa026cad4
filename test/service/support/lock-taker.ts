/** A thread that takes the lock repeatedly, and every other time leaves it behind like a killed process. */
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { isLock, takeLock } from '../../../src/service/store/lock-file.js';

const ROUNDS = 100;

async function takeAndLeave(): Promise<void> {
  const { file, name, deadPid } = workerData as { file: string; name: number; deadPid: number };
  for (let round = 0; round < ROUNDS; round++) {
    let taken = await takeLock(file, '/socket');
    while (!isLock(taken)) {
      await setImmediate();
      taken = await takeLock(file, '/socket');
    }
    // fails if another thread holds the lock, too
    mkdirSync(`${file}.held`);
    await setImmediate();
    rmdirSync(`${file}.held`);
    if (round % 2) {
      taken.release();
      continue;
    }
    const left = `${file}.left-${name}`;
    writeFileSync(left, JSON.stringify({ pid: deadPid, socket: `/${name}-${round}` }));
    renameSync(left, file);
  }
}

void takeAndLeave();
