'use strict';
// A webpack loader: a TypeScript module and all that it imports as one ES2020 module, through esbuild. White space and
// comments go, names stay: they are what a stack trace shows.
const path = require('node:path');
const { build } = require('esbuild');

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
    metafile: true,
    format: 'esm',
    target: 'es2020',
    charset: 'utf8',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
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
