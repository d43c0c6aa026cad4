/**
 * Knows which parts of the build are complete. `npm start` runs this program before everything is built, and `npm run dev`
 * builds again what changes: the build has a record for each complete target (build.mjs), which is removed before a build and
 * written after it.
 */
import { mkdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** Targets that are used together. */
const GROUPS = {
  addon: ['code', 'sidebar', 'manifest'],
  page: ['page', 'library'],
  service: ['service', 'databases'],
} as const;

export type BuildGroup = keyof typeof GROUPS;

/**
 * @param folder with the records
 * @param onRebuilt called when a group that was ready is rebuilt
 * @returns resolves when a group is built
 */
export function watchBuilds(
  folder: string,
  onRebuilt: (group: BuildGroup) => void,
): (group: BuildGroup) => Promise<void> {
  mkdirSync(folder, { recursive: true });
  /** When each target was built. */
  const times = new Map<string, number>();
  const waiting = new Map<BuildGroup, () => void>();
  const ready = new Map<BuildGroup, Promise<void>>();
  const isNew = (target: string): boolean => {
    const time = statSync(path.join(folder, `${target}.json`), { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined || time === times.get(target)) return false;
    times.set(target, time);
    return true;
  };
  const look = (): void => {
    for (const group of Object.keys(GROUPS) as BuildGroup[]) {
      const isAnyNew = GROUPS[group].filter(isNew).length > 0;
      const makeReady = waiting.get(group);
      // also where another target of the group cannot be built now: what was there before is still loaded
      if (!makeReady && isAnyNew) onRebuilt(group);
      if (makeReady && GROUPS[group].every((target) => times.has(target))) {
        waiting.delete(group);
        makeReady();
      }
    }
  };
  for (const group of Object.keys(GROUPS) as BuildGroup[])
    ready.set(group, new Promise((resolve) => waiting.set(group, resolve)));
  watch(folder, look).unref();
  look();
  return async (group) => ready.get(group);
}
