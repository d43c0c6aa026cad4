/** Tells when files below folders change. Folders are watched one by one: so it works the same on every system. */
import { existsSync, readdirSync, watch } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** An editor writes a file in several steps, and a branch is many files. */
const QUIET_MS = 40;

/**
 * @param {readonly string[]} folders from the root
 * @param {() => void} onChange called when it has been quiet for a moment
 * @returns {() => void} ends it
 */
export function watchFolders(folders, onChange) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look();
      onChange();
    }, QUIET_MS);
  };
  const look = () => {
    const present = new Set(folders.flatMap((folder) => foldersIn(path.join(root, folder))));
    for (const folder of present) {
      if (!watchers.has(folder)) watchers.set(folder, watch(folder, changed).on('error', changed));
    }
    for (const [folder, watcher] of watchers) {
      if (present.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  };
  look();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/**
 * @param {string} folder
 * @returns {string[]} the folder and all folders in it
 */
function foldersIn(folder) {
  // a branch that is being checked out may take it away for a moment
  if (!existsSync(folder)) return [];
  return [
    folder,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  ];
}
