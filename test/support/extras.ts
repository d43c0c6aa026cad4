/** What the services of the browser's tests have beside the specification: all of it, or what the environment's EXTRAS says. */
import type { Extra } from '../../src/contract/lookups.js';
import { readConfig } from '../../src/service/config.js';

export function hasExtra(name: Extra): boolean {
  return readConfig({ EXTRAS: process.env['EXTRAS'] }).extras.includes(name);
}
