/** Starts the embedded engine with half the work, in this process and in all that it starts. */
import path from 'node:path';
import { isFull } from './scale.js';

const PRELOAD = path.join(__dirname, 'quick-wasm.cjs');

/** Everyday runs only: at full scale the engine is compiled as for users. */
export function compileOnce(): void {
  const { NODE_OPTIONS = '' } = process.env;
  if (isFull() || NODE_OPTIONS.includes(PRELOAD)) return;
  require(PRELOAD);
  process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --require=${JSON.stringify(PRELOAD)}`.trim();
}
