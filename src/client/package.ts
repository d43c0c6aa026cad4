/** The exports of the package. */
export { isSignalsError, SignalsError } from '../addon/errors.js';
export { createClient } from './client.js';
export type * from './types.js';
