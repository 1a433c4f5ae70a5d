import type { Progress } from '../../conformance/model.js';
import { printable } from '../printable.js';

/** How far a run is: one line that is written over and over on a terminal; elsewhere a line every ten seconds. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away, so that something else can be printed. */
  clear(): void;
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const EVERY_MS = 10_000;

export function createProgressLine(output: Output, now = (): number => performance.now()): ProgressLine {
  const text = ({ done, total, current }: Progress): string => `${done}/${total} ${printable(current)}`;
  if (!output.isTTY) {
    let lastMs = now();
    return {
      show(progress) {
        if (now() - lastMs < EVERY_MS) return;
        lastMs = now();
        output.write(`futures: ${text(progress)}\n`);
      },
      clear: () => undefined,
    };
  }
  return {
    // A line that is too long would become two, and the first of them stay.
    show: (progress) => void output.write(`\r${text(progress).slice(0, (output.columns ?? 80) - 1)}${ERASE_REST}`),
    clear: () => void output.write(`\r${ERASE_REST}`),
  };
}

const ERASE_REST = '\u001B[K';
