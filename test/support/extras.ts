/** What the services of the browser's tests have beside the specification: all of it, or what the environment's EXTRAS says. */
import type { Extra } from '../../src/contract/lookups.js';
import { readConfig } from '../../src/service/config.js';

/** @param setting of one suite's service; that of the environment by default */
export function hasExtra(name: Extra, setting = process.env['EXTRAS']): boolean {
  return readConfig({ EXTRAS: setting }).extras.includes(name);
}
