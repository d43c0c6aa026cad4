/** Runs before the tests of the shipped script: checks that dist/Code.js is up to date. */
import { requireFreshBuild } from '../fresh-build.js';

export default (): void => requireFreshBuild(['code']);
