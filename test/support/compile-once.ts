/** Halves the work of starting the embedded engine, in this process and its children. */
import path from 'node:path';
import { isFull } from './scale.js';

const PRELOAD = path.join(__dirname, 'quick-wasm.cjs');

/** Does nothing at full scale, where the engine compiles as for users. */
export function compileOnce(): void {
  const { NODE_OPTIONS = '' } = process.env;
  if (isFull() || NODE_OPTIONS.includes(PRELOAD)) return;
  require(PRELOAD);
  process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --require=${JSON.stringify(PRELOAD)}`.trim();
}
