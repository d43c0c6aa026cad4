/** fast-check, whose cases follow from the seed of the run: what it prints of a failure names that seed. */
import fc from 'fast-check';
import { SEED } from './seed.js';

fc.configureGlobal({ seed: SEED });

export default fc;
