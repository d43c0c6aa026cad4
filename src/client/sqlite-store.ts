/**
 * Answers in a file: SQLite as WebAssembly, which needs no build and no installation and is 1.3 MB to carry. Each
 * operation opens the file under a lock of its own, because the engine's lock outlives a program that was killed.
 */
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { holdLock } from './file-lock.js';
import type { AnswerStore } from './types.js';

/** Answers that were not written for so long are forgotten; what is open is kept. */
const KEPT_MS = 400 * 86_400_000;

/** Creates the file, closed to all but its owner. @throws where it cannot be written */
export function openSqliteStore(file: string, now: () => number = Date.now): AnswerStore {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });

  function use<T>(work: (db: InstanceType<typeof sqlite.Database>) => T): T {
    const release = holdLock(`${file}.pid`);
    try {
      // its owner is gone: the engine's lock is only taken under ours
      rmSync(`${file}.lock`, { recursive: true, force: true });
      const db = new sqlite.Database(file);
      try {
        return work(db);
      } finally {
        db.close();
      }
    } finally {
      release();
    }
  }

  use((db) => {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    db.exec(
      'create table if not exists entry (name text primary key, value text not null, at integer not null)',
    );
    db.run('delete from entry where at < ? and name not like ?', [now() - KEPT_MS, 'open:%']);
  });

  const insert = (verb: 'insert or replace' | 'insert or ignore', name: string, value: string): boolean =>
    use(
      (db) =>
        db.run(`${verb} into entry (name, value, at) values (?, ?, ?)`, [name, value, now()]).changes > 0,
    );
  return {
    get(name) {
      const row = use((db) => db.get('select value from entry where name = ?', [name]));
      return typeof row?.['value'] === 'string' ? row['value'] : undefined;
    },
    set: (name, value) => void insert('insert or replace', name, value),
    add: (name, value) => insert('insert or ignore', name, value),
    delete: (name) => void use((db) => db.run('delete from entry where name = ?', [name])),
    close: () => undefined,
  };
}
