import type { Progress } from '../../conformance/model.js';
import { printable } from '../printable.js';

/** One line that is written over and over, on a terminal; nothing anywhere else. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away, so that something else can be printed. */
  clear(): void;
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export function createProgressLine(output: Output): ProgressLine {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show({ done, total, current }) {
      const line = `${done}/${total} ${printable(current)}`;
      // A line that is too long would become two, and the first of them stay.
      output.write(`\r${line.slice(0, (output.columns ?? 80) - 1)}${ERASE_REST}`);
    },
    clear: () => void output.write(`\r${ERASE_REST}`),
  };
}

const ERASE_REST = '\u001B[K';
