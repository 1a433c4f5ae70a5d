import type { OperationId } from '../../../generated/operations.js';
import { ArgumentError } from '../../core/errors.js';
import { noOperation } from '../../core/no-operation.js';
import { assertKnown } from '../../core/options.js';

/** The fault. `…-after` kinds act first: the service has done what was asked, and the response is lost. */
export const FAULT_KINDS = [
  'refuse',
  'reset-before',
  'reset-after',
  '503-after',
  '504-after',
  'code-1006-after',
  'code-1007-after',
  'stall-after',
  'truncated-after',
  'html',
  'html-after',
  'status-429',
  'status-418',
  'status-410',
  'status-503',
  'code-1003',
  'slow',
  'skew',
  'redirect',
  'large-after',
  'gzip-after',
  'empty-after',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The operation that it strikes; any when left out. */
  readonly operation?: OperationId;
  /** Number of calls that it strikes. Default 1. */
  readonly times?: number;
}

export interface Faults {
  /** Lets something go wrong with the next calls. */
  next(fault: Fault): void;
  /** Lets a share of all calls (0 to 1) go wrong in some way, by the sandbox's seed. */
  random(share: number, kinds?: readonly FaultKind[]): void;
  /** Nothing goes wrong any more. */
  clear(): void;
}

export interface FaultPlan extends Faults {
  /** The fault of this call, if any. */
  take(operationId: OperationId): FaultKind | undefined;
}

export function createFaults(seed: number): FaultPlan {
  let planned: { kind: FaultKind; operation: OperationId | undefined; left: number }[] = [];
  let share = 0;
  let kinds: readonly FaultKind[] = FAULT_KINDS;
  const random = createRandom(seed);
  return {
    next(fault) {
      assertKnown(fault, ['kind', 'operation', 'times'], 'a member', { caller: 'faults' });
      const { kind, operation, times = 1 } = fault;
      assertKind(kind);
      const wrong = operation && noOperation(operation);
      if (wrong) refuseOption('faults', 'operation', `${operation} ${wrong}`);
      planned.push({ kind, operation, left: times });
    },
    random(newShare, newKinds = FAULT_KINDS) {
      if (!(newShare >= 0 && newShare <= 1)) refuseOption('faults', 'share', 'is a number from 0 to 1');
      newKinds.forEach(assertKind);
      share = newShare;
      kinds = newKinds;
    },
    clear() {
      planned = [];
      share = 0;
    },
    take(operationId) {
      const fault = planned.find(({ operation }) => operation === undefined || operation === operationId);
      if (fault !== undefined) {
        if (--fault.left === 0) planned = planned.filter((other) => other !== fault);
        return fault.kind;
      }
      return share > 0 && random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined;
    },
  };
}

/** Seeded: the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function assertKind(kind: FaultKind): void {
  if (!FAULT_KINDS.includes(kind))
    refuseOption('faults', 'kind', `${String(kind)} is not known (kinds: ${FAULT_KINDS.join(', ')})`);
}

/** Throws the error of a wrong option of the sandbox (`caller`: `sandbox` or `faults`). Nothing has changed. */
export function refuseOption(caller: string, field: string, problem: string): never {
  throw new ArgumentError(`${caller}: ${field} ${problem}.`, { field });
}
