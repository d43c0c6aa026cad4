/** Builds the sandbox: the host for Node and the page for the browser. */
/** @param {string} folder where to, from the root */
export async function buildSandbox(folder) {
  throw new Error(`nothing to build in ${folder} yet`);
}
