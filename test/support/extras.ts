/** The extensions of the browser tests' services: all, or those in the environment's EXTRAS. */
import type { Extra } from '../../src/contract/lookups.js';
import { readConfig } from '../../src/service/config.js';

export function hasExtra(name: Extra): boolean {
  return readConfig({ EXTRAS: process.env['EXTRAS'] }).extras.includes(name);
}
