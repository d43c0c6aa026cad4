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

export class Builds {
  readonly #folder: string;
  /** When each target was built. */
  readonly #times = new Map<string, number>();
  readonly #waiting = new Map<BuildGroup, () => void>();
  readonly #ready = new Map<BuildGroup, Promise<void>>();
  /** Called when a group that was ready is rebuilt. */
  onRebuilt: (group: BuildGroup) => void = () => undefined;

  /** @param folder with the records */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const group of Object.keys(GROUPS) as BuildGroup[]) {
      this.#ready.set(group, new Promise((resolve) => this.#waiting.set(group, resolve)));
    }
    watch(folder, () => this.#look()).unref();
    this.#look();
  }

  /** Resolves when the group is built. */
  async ready(group: BuildGroup): Promise<void> {
    await this.#ready.get(group);
  }

  #look(): void {
    for (const [name, targets] of Object.entries(GROUPS)) {
      const group = name as BuildGroup;
      const isAnyNew = targets.filter((target) => this.#isNew(target)).length > 0;
      const makeReady = this.#waiting.get(group);
      // also where another target of the group cannot be built now: what was there before is still loaded
      if (!makeReady && isAnyNew) this.onRebuilt(group);
      if (makeReady && targets.every((target) => this.#times.has(target))) {
        this.#waiting.delete(group);
        makeReady();
      }
    }
  }

  #isNew(target: string): boolean {
    const file = path.join(this.#folder, `${target}.json`);
    const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined || time === this.#times.get(target)) return false;
    this.#times.set(target, time);
    return true;
  }
}
