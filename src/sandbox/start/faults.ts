/** Maps the faults in the page's list to those of the host. */
import type { NetworkFault } from '../google/faults.js';
import type { FaultName } from '../server/protocol.js';

const SLOW_MS = 6000;

export function networkFault(name: FaultName): NetworkFault | undefined {
  switch (name) {
    case 'none':
      return undefined;
    case 'slow':
      return { kind: 'slow', delayMs: SLOW_MS };
    case 'down':
      return { kind: 'unreachable' };
    case 'wrong':
      return { kind: 'malformed', body: '<html>Bad gateway</html>' };
  }
}
