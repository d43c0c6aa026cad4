/**
 * Loaded into a program before its own code: once the file DIE has a text, the engine's thread throws an error
 * ('throw') or ends.
 */
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = String(process.env['DIE']);

if (!isMainThread)
  setInterval(() => {
    const how = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    if (how === 'throw') throw new Error('an error of the engine');
    if (how !== '') process.exit(0);
  }, 20).unref();
