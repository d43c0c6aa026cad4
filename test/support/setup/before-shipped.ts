/** Before the tests of the script that ships: it is what its sources make. */
import { requireFreshBuild } from '../fresh-build.js';

export default (): void => requireFreshBuild(['code']);
