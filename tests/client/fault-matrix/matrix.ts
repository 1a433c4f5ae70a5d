import { FAULT_KINDS, type FaultKind } from '../../../src/sandbox/index.js';
import { type Call, createStart } from './calls.js';
import { type Cell, runCell } from './cell.js';
import { restartTheClock, stopTheClock } from './waiting.js';

/** One call and one thing that goes wrong; `none` is the control. */
export interface Row {
  readonly call: Call;
  readonly fault: FaultKind | 'none';
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
      for (const fault of FAULT_KINDS) {
        const always = await runCell(start, call, fault, 'always');
        const once = call.effect === 'read' ? await runCell(start, call, fault, 'once') : undefined;
        rows.push({ call, fault, always, once });
      }
    }
    return rows;
  } finally {
    restartTheClock();
  }
}
