'use strict';
// A webpack loader: a TypeScript module and all that it imports as one ES2020 module, through esbuild. White space and
// comments go, and the contract's descriptions, which only the service, the sidebar and the docs show.
const { readFile } = require('node:fs/promises');
const path = require('node:path');
const { build } = require('esbuild');

const DESCRIPTION = /\bdescription:\s*'(?:[^'\\]|\\.)*',?/g;
/** The last argument of the functions that make fields. */
const FIELD_DESCRIPTION =
  /\b((?:text|date|number|list)\(\s*'[^'\n]*'),\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`),?\s*\)/g;

/** @type {import('esbuild').Plugin} */
const withoutDescriptions = {
  name: 'without-descriptions',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]contract[\\/]\w+(-\w+)*\.ts$/ }, async (file) => ({
      contents: (await readFile(file.path, 'utf8'))
        .replace(DESCRIPTION, '')
        .replace(FIELD_DESCRIPTION, '$1)'),
      loader: 'ts',
    }));
  },
};

/** @type {import('webpack').LoaderDefinition} */
module.exports = function () {
  const done = this.async();
  build({
    entryPoints: [this.resourcePath],
    absWorkingDir: this.rootContext,
    // for the names in the source map; nothing is written
    outdir: this.rootContext,
    write: false,
    bundle: true,
    plugins: [withoutDescriptions],
    metafile: true,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: this.sourceMap ? 'external' : false,
    logLevel: 'silent',
  }).then(
    ({ outputFiles, metafile }) => {
      for (const file of Object.keys(metafile.inputs)) this.addDependency(path.join(this.rootContext, file));
      const textOf = (/** @type {RegExp} */ name) => outputFiles.find((file) => name.test(file.path))?.text;
      const map = textOf(/\.map$/);
      done(null, textOf(/\.js$/), map && absolute(JSON.parse(map), this.rootContext));
    },
    (error) => done(error),
  );
};

/**
 * @template {{ sources: string[] }} Map
 * @param {Map} map
 * @param {string} root
 * @returns {Map}
 */
function absolute(map, root) {
  return { ...map, sources: map.sources.map((file) => path.join(root, file)) };
}
