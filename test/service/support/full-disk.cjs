/**
 * Loaded into a program before its own code: the disk is full after FULL_DISK_AFTER bytes, in the engine's
 * file system. Counts writes below DATA_DIR in every thread.
 */
const fs = require('node:fs');

const room = Number(process.env['FULL_DISK_AFTER']);
const inside = `${process.env['DATA_DIR']}/pglite/`;
/** @type {Map<number, string>} */
const files = new Map();
let written = 0;

const { openSync, writeSync } = fs;

/** @param {Parameters<typeof openSync>} args */
fs.openSync = (...args) => {
  const file = openSync(...args);
  files.set(file, String(args[0]));
  return file;
};
fs.writeSync = new Proxy(writeSync, {
  apply: (target, self, args) => {
    const [file, , , length] = args;
    if (files.get(file)?.startsWith(inside)) {
      written += length;
      if (written > room)
        throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', errno: -28 });
    }
    return Reflect.apply(target, self, args);
  },
});
