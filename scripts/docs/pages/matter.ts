import type { ComponentChildren } from 'preact';
import type { CheckInfo } from '../../../src/conformance/model/report-model.js';
import type { Unknown } from '../model/unknowns.js';
import type { VerifiedSample } from '../samples/verified.js';
import type { WireExample } from '../samples/wire-example.js';

/** The parts of an operation's page besides its description. */
export interface OperationMatter {
  readonly wire: WireExample | undefined;
  readonly samples: readonly VerifiedSample[];
  readonly unknowns: readonly Unknown[];
  readonly checks: readonly CheckInfo[];
  /** Its part of the fault matrix. */
  readonly faults: ComponentChildren;
}
