import { createPatchedSandbox, type Sandbox, type SandboxOptions } from '../sandbox/sandbox.js';
import { patchOf } from './mutations/index.js';

/** Options of {@link createFaultySandbox}. */
export interface FaultySandboxOptions extends SandboxOptions {
  /** Id of the one fault, such as `any-signature-accepted`. Default: no fault. */
  readonly mutation?: string;
}

/**
 * Creates a sandbox that breaks one sentence of the service document. A tool that looks for faults has to find it.
 *
 * @throws {ArgumentError} Naming the option that is wrong, or the mutations that there are.
 */
export function createFaultySandbox({ mutation, ...options }: FaultySandboxOptions = {}): Sandbox {
  return createPatchedSandbox(options, mutation === undefined ? undefined : patchOf(mutation));
}
