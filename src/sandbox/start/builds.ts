/**
 * Which parts of the build are complete. `npm start` runs this program before everything is built, and `npm run dev`
 * builds again what changes: the build has a record for each complete target (tools/build/freshness.mjs), which is removed
 * before a build and written after it.
 */
import { mkdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** Targets that are used together. */
const GROUPS = {
  addon: ['code', 'sidebar', 'manifest'],
  page: ['page', 'library'],
  service: ['service', 'databases'],
};

export type BuildGroup = keyof typeof GROUPS;

export interface Builds {
  /** Resolves when the group is built. */
  ready(group: BuildGroup): Promise<void>;
  /** Called when a group that was ready is rebuilt. */
  onRebuilt(listener: (group: BuildGroup) => void): void;
}

/** @param folder with the records */
export function followBuilds(folder: string): Builds {
  mkdirSync(folder, { recursive: true });
  const groups = Object.entries(GROUPS) as [BuildGroup, readonly string[]][];
  /** When each target was built. */
  const times = new Map<string, number>();
  const waiting = new Map<BuildGroup, () => void>();
  const ready = new Map(
    groups.map(([group]) => [group, new Promise<void>((resolve) => waiting.set(group, resolve))]),
  );
  const listeners: ((group: BuildGroup) => void)[] = [];

  function look(): void {
    const built = groups.flatMap(([, targets]) => targets).filter(isNew);
    for (const [group, targets] of groups) {
      const resolve = waiting.get(group);
      if (!resolve) {
        // also where another target of the group cannot be built now: what was there before is still loaded
        if (targets.some((target) => built.includes(target)))
          for (const listener of listeners) listener(group);
      } else if (targets.every((target) => times.has(target))) {
        waiting.delete(group);
        resolve();
      }
    }
  }

  function isNew(target: string): boolean {
    const time = statSync(path.join(folder, `${target}.json`), { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined || time === times.get(target)) return false;
    times.set(target, time);
    return true;
  }

  watch(folder, look).unref();
  look();
  return {
    ready: async (group) => ready.get(group),
    onRebuilt: (listener) => void listeners.push(listener),
  };
}
