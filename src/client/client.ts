/** The client: questions to the datasets, and what the service says beside answers. */
import type { ClientSettings, SignalsClient } from './types.js';

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createClient(_settings: ClientSettings): SignalsClient {
  throw new Error('to come');
}
