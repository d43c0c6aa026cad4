/**
 * Watches which parts of the build are complete. `npm start` runs the sandbox before all targets are built,
 * and `npm run dev` rebuilds changed ones. A build removes its target's record first and writes it last.
 */
import { EventEmitter, once } from 'node:events';
import { mkdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';

/** Targets that the sandbox loads together. */
const GROUPS = {
  addon: ['code', 'sidebar', 'manifest'],
  page: ['page', 'library'],
  service: ['service', 'databases'],
} as const;

export type BuildGroup = keyof typeof GROUPS;

/**
 * @param folder the folder of the records
 * @param onRebuilt called after each rebuild of a complete group
 * @returns a function whose promise resolves when a group is complete
 */
export function watchBuilds(
  folder: string,
  onRebuilt: (group: BuildGroup) => void,
): (group: BuildGroup) => Promise<void> {
  mkdirSync(folder, { recursive: true });
  /** The times of the targets' last builds. */
  const times = new Map<string, number>();
  const complete = new Set<BuildGroup>();
  const events = new EventEmitter();
  const isNew = (target: string): boolean => {
    const time = statSync(path.join(folder, `${target}.json`), { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined || time === times.get(target)) return false;
    times.set(target, time);
    return true;
  };
  const checkBuilds = (): void => {
    for (const group of Object.keys(GROUPS) as BuildGroup[]) {
      const isAnyNew = GROUPS[group].filter(isNew).length > 0;
      if (complete.has(group)) {
        // also if another target of the group fails to build: its old output can still be loaded
        if (isAnyNew) onRebuilt(group);
      } else if (GROUPS[group].every((target) => times.has(target))) {
        complete.add(group);
        events.emit(group);
      }
    }
  };
  watch(folder, checkBuilds).unref();
  checkBuilds();
  return async (group) => {
    if (!complete.has(group)) await once(events, group);
  };
}
