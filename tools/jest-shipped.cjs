'use strict';
// A Jest transform: replaces each exported function and value of the modules of the add-on, its core and the
// contract by that of dist/Code.js, which ships. Its names are those of out/addon/main.js, where esbuild writes a
// module's name above its part, and appends a number to a name that another module uses, too; webpack puts `main_`
// before some.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const plain = require('./jest-esbuild.cjs');

const root = path.resolve(__dirname, '..');
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const code = readFileSync(path.join(root, 'dist/Code.js'), 'utf8');
const [, ...sections] = readFileSync(path.join(root, 'out/addon/main.js'), 'utf8').split(/^\/\/ src\//m);
const declared = new Set(
  [...code.matchAll(/^(?:async )?(?:function\*?|var|class) (\w+)/gm)].map(([, name]) => name),
);
/** The code of each module by its file, relative to src. */
const modules = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]));

/**
 * @param {string} source
 * @param {string} file
 * @returns {Map<string, string>} the exported names with their names in dist/Code.js
 */
function replacedNames(source, file) {
  const name = path.relative(path.join(root, 'src'), file).replaceAll(path.sep, '/');
  const section = modules.get(name) ?? '';
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [, exported = ''] of source.matchAll(EXPORTED)) {
    const declaration = new RegExp(`^(?:async )?(?:function\\*?|var|class) (${exported}\\d*)\\b`, 'm');
    const [, bundled] = declaration.exec(section) ?? [];
    const shipped = [`main_${bundled}`, `${bundled}`].find((one) => declared.has(one));
    if (shipped !== undefined) names.set(exported, shipped);
  }
  return names;
}

module.exports = {
  replacedNames,
  canInstrument: false,
  /** @type {typeof plain.getCacheKey} */
  getCacheKey: (source, file, options) =>
    createHash('sha256')
      .update(plain.getCacheKey(source, file, options))
      .update(code + readFileSync(__filename))
      .digest('hex'),
  /** @type {typeof plain.process} */
  process: (source, file) => {
    const replaced = [...replacedNames(source, file)].map(
      ([name, shipped]) => `${name}: shipped('${shipped}')`,
    );
    const own = plain.process(source, file).code;
    if (replaced.length === 0) return { code: own };
    const loader = JSON.stringify(path.join(root, 'test/support/shipped-code.ts'));
    return {
      code: `${own}\nconst { shipped } = require(${loader});\nmodule.exports = { ...module.exports, ${replaced.join(', ')} };`,
    };
  },
};
