import type { SampleCall } from './call.js';

export type Language = 'typescript' | 'curl' | 'python' | 'go';

/** The start of a program: the command and its arguments. */
export type StartProgram = readonly [command: string, ...args: string[]];

/** A language: how its programs are written, and how they run on this machine. */
export interface Kit {
  readonly language: Language;
  readonly label: string;
  readonly highlight: 'ts' | 'bash' | 'python' | 'go';
  /** The complete program for one call. */
  readonly write: (call: SampleCall) => string;
  /** The runtime of the programs, such as `Python 3.11.7`. Rejects where a tool is not installed. */
  readonly version: () => Promise<string>;
  /** Writes programs, by name, into an empty folder and makes them ready to run. Returns how each is started. */
  readonly build: (folder: string, programs: ReadonlyMap<string, string>) => Promise<(name: string) => StartProgram>;
}
