/** One line of a file: its bytes from `start` to `end` without the line break, valid during the call only. */
export interface ScannedLine {
  bytes: Buffer;
  start: number;
  end: number;
  /** Counted from 1. */
  line: number;
  /** Where it begins in the file. */
  offset: number;
  /** False for what stands behind the last line break. */
  isComplete: boolean;
}

const CHUNK = 1 << 20;

/** Longer than any entry; the rest of such a line is skipped, so that memory stays bounded. */
export const MAX_LINE = 1 << 20;

/**
 * Cuts a file into lines without ever holding more than two megabytes of it.
 *
 *   fill `space()` with the next bytes of the file ─► `take(count)` ─► … ─► `end()`
 */
export class LineScanner {
  readonly #bytes = Buffer.allocUnsafe(CHUNK + MAX_LINE);
  readonly #onLine: (line: ScannedLine) => void;
  readonly #line: ScannedLine = { bytes: this.#bytes, start: 0, end: 0, line: 0, offset: 0, isComplete: true };
  #kept = 0;
  /** Bytes of the file before those that are kept. */
  #passed = 0;
  /** True when the beginning of this line was too long and has been reported. */
  #isInsideLongLine = false;

  constructor(onLine: (line: ScannedLine) => void) {
    this.#onLine = onLine;
  }

  space(): { readonly bytes: Buffer; readonly offset: number; readonly length: number } {
    return { bytes: this.#bytes, offset: this.#kept, length: CHUNK };
  }

  take(count: number): void {
    const bytes = this.#bytes;
    const filled = this.#kept + count;
    let start = 0;
    let end = bytes.indexOf(NEWLINE, this.#kept);
    while (end !== -1 && end < filled) {
      if (this.#isInsideLongLine) this.#isInsideLongLine = false;
      else this.#give(start, end, true);
      start = end + 1;
      end = bytes.indexOf(NEWLINE, start);
    }
    if (filled - start >= MAX_LINE) {
      if (!this.#isInsideLongLine) this.#give(start, filled, true);
      this.#isInsideLongLine = true;
      start = filled;
    }
    bytes.copyWithin(0, start, filled);
    this.#kept = filled - start;
    this.#passed += start;
  }

  /** Call it when the file has ended. */
  end(): void {
    if (this.#kept > 0 && !this.#isInsideLongLine) this.#give(0, this.#kept, false);
  }

  #give(start: number, end: number, isComplete: boolean): void {
    const line = this.#line;
    line.start = start;
    line.end = end;
    line.line++;
    line.offset = this.#passed + start;
    line.isComplete = isComplete;
    if (end > start) this.#onLine(line);
  }
}

const NEWLINE = 0x0a;

/** Reads a whole file line by line, before anything else happens. */
export function scanFileSync(path: string, onLine: (line: ScannedLine) => void): void {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const fd = openSync(path, 'r');
  try {
    const scanner = new LineScanner(onLine);
    for (;;) {
      const { bytes, offset, length } = scanner.space();
      const count = readSync(fd, bytes, offset, length, null);
      if (count === 0) break;
      scanner.take(count);
    }
    scanner.end();
  } finally {
    closeSync(fd);
  }
}
