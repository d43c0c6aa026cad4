/** fast-check with the run's seed, which its failure reports print. */
import fc from 'fast-check';
import { SEED } from './seed.js';

fc.configureGlobal({ seed: SEED });

export default fc;
