/**
 * Builds the script once more for the debugger, as out/debug/Code.js: the text of dist/Code.js, and a source map, which
 * clasp never pushes. The tests run it in place of dist/Code.js when a debugger is there.
 */
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCodeCompiler } from './build-code.mjs';

const root = path.resolve(import.meta.dirname, '..');
const FOLDER = 'out/debug';

const compiler = createCodeCompiler({ sourceMap: `${FOLDER}/Code.js.map` });
await compiler.build(FOLDER);
await compiler.close();

const file = path.join(root, FOLDER, 'Code.js');
const [code, built] = await Promise.all(
  [file, path.join(root, 'dist/Code.js')].map((name) => readFile(name, 'utf8')),
);
if (code !== built) throw new Error(`${FOLDER}/Code.js is not what dist/Code.js is: npm run build`);
const url = pathToFileURL(file).href;
await appendFile(file, `\n//# sourceMappingURL=${url}.map\n//# sourceURL=${url}\n`);
