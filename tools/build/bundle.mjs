import { build } from 'esbuild';

/** Bundles; returns the files read and written. @param {import('esbuild').BuildOptions[]} bundles */
export async function bundle(...bundles) {
  const results = await Promise.all(
    bundles.map((options) => build({ bundle: true, logLevel: 'warning', ...options, metafile: true })),
  );
  return {
    inputs: [...new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)))],
    outputs: results.flatMap(({ metafile }) => Object.keys(metafile.outputs)),
  };
}
