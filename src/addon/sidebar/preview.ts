/** What a formula of the builder would ask and what is stored of it, without asking. */
import type { Outcome } from '../../contract/sidebar-api.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import type { ConnectionStore } from '../store/connection.js';

/** A cell still calculating, or damaged, makes a preview impossible, not wrong. */
export function createPreview(
  _platform: Platform,
  _connections: ConnectionStore,
): (formula: unknown) => Outcome {
  return (formula) => {
    if (typeof formula !== 'string') throw errors.badFormula();
    return { kind: 'preview', preview: { formula, problem: '' } };
  };
}
