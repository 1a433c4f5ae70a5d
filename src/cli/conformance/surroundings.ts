import type { ConformanceKit, Selftest } from './conformance-kit.js';
import type { Terminal } from '../confirm.js';

/** The surroundings that the commands touch. */
export interface CommandSurroundings {
  kit(): Promise<ConformanceKit>;
  selftest(): Promise<Selftest>;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Terminal['output'];
  readonly terminal: Terminal;
  /** Calls `stop` at the first Ctrl-C and `leave` at the second; the next one ends the program. Returns what takes that back. */
  onInterrupt(stop: () => void, leave: () => void): () => void;
  exit(code: number): void;
}
