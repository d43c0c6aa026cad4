/** Returns functions and values of dist/Code.js, including those that no cell, menu or trigger can call. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const END = '})()';
const code = readFileSync(path.resolve(__dirname, '../../dist/Code.js'), 'utf8');
const end = code.lastIndexOf(END);
const evaluated: { find?: (name: string) => unknown } = {};

// evaluated in this realm, so that its objects equal those of the tests
new Function('evaluated', `${code.slice(0, end)}evaluated.find = (name) => eval(name);\n${code.slice(end)}`)(
  evaluated,
);

export function shipped(name: string): unknown {
  if (!evaluated.find) throw new Error('dist/Code.js has another form: see END');
  return evaluated.find(name);
}
