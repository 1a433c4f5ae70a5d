import { FAULT_KINDS } from '../../../src/sandbox/http/faults.js';
import { type Call, createStart } from './calls.js';
import { type Cell, runCell, type Trouble } from './cell.js';
import { restartTheClock, stopTheClock } from './waiting.js';

/** Everything that goes wrong, in the order of the document. */
export const TROUBLES: readonly Trouble[] = [...FAULT_KINDS, 'desync'];

/** One call and one thing that goes wrong; `none` is the control. */
export interface Row {
  readonly call: Call;
  readonly fault: Trouble | 'none';
  /** Every request of the call is struck. */
  readonly always: Cell;
  /** The first one only; measured for reads, because nothing else has a second one. */
  readonly once: Cell | undefined;
}

/** Measures every method of the client under every fault of the sandbox. */
export async function measure(): Promise<readonly Row[]> {
  stopTheClock();
  try {
    const start = await createStart();
    const rows: Row[] = [];
    for (const call of start.calls) {
      rows.push({ call, fault: 'none', always: await runCell(start, call, undefined, 'always'), once: undefined });
      for (const fault of TROUBLES) {
        const always = await runCell(start, call, fault, 'always');
        const once =
          call.effect === 'read' && fault !== 'desync' ? await runCell(start, call, fault, 'once') : undefined;
        rows.push({ call, fault, always, once });
      }
    }
    return rows;
  } finally {
    restartTheClock();
  }
}
