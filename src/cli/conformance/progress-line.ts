import type { Progress } from '../../conformance/model/report-model.js';
import { printable } from '../printable.js';

/** Progress of a run: one line that is written over and over on a terminal; elsewhere a line every ten seconds. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away, so that something else can be printed. */
  clear(): void;
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const EVERY_MS = 10_000;
/** Milliseconds between updates of the line while one check waits for a slow server. */
const LOOK_MS = 1000;

/**
 * One check can wait for minutes, where a server is slow or a refusal is looked at once more: the seconds show that the run goes on.
 */
export function createProgressLine(output: Output): ProgressLine {
  const now = (): number => performance.now();
  let last: Progress | undefined;
  let sinceMs = now();
  let writtenMs = now();
  let timer: NodeJS.Timeout | undefined;
  const text = ({ done, total, current }: Progress): string => {
    const seconds = Math.floor((now() - sinceMs) / 1000);
    return `${done}/${total} ${printable(current)}${seconds < WORTH_SAYING_S ? '' : `, ${seconds} s`}`;
  };
  const write = (): void => {
    if (last === undefined) return;
    if (!output.isTTY) {
      if (now() - writtenMs < EVERY_MS) return;
      writtenMs = now();
      output.write(`futures: ${text(last)}\n`);
      return;
    }
    // A line that is too long would become two, and the first of them stay.
    output.write(`\r${text(last).slice(0, (output.columns ?? 80) - 1)}${ERASE_REST}`);
  };
  return {
    show(progress) {
      if (progress.current !== last?.current || progress.done !== last.done) sinceMs = now();
      last = progress;
      timer ??= setInterval(write, LOOK_MS).unref();
      write();
    },
    clear() {
      clearInterval(timer);
      timer = undefined;
      last = undefined;
      if (output.isTTY) output.write(`\r${ERASE_REST}`);
    },
  };
}

/** Shorter waits are not worth a number. */
const WORTH_SAYING_S = 3;
const ERASE_REST = '\u001B[K';
