import type { Column } from '../finding.js';
import { probeConnections } from './connections.js';
import { probeFailures } from './failures.js';
import { probeNumbers } from './numbers.js';
import type { Probe } from './probe.js';
import { probeRedirect } from './redirect.js';
import { probeSecret } from './secret.js';
import { probeStall } from './stall.js';

/** Every probe, with the columns that it answers. */
export const PROBES: readonly { readonly probe: Probe; readonly columns: readonly Column[] }[] = [
  { probe: probeFailures, columns: ['hang', 'unavailable', 'cut', 'saysUnknown', 'staleSignature', 'errorShows'] },
  { probe: probeConnections, columns: ['connections'] },
  { probe: probeRedirect, columns: ['keyForwarded'] },
  { probe: probeStall, columns: ['endsStalled'] },
  { probe: probeSecret, columns: ['secretShown'] },
  { probe: probeNumbers, columns: ['idKept', 'decimalKept', 'typesChange'] },
];
