import type { Operation } from '../../generated/operations.js';
import { splitTarget } from '../core/signing-rule.js';
import { operationsByRequest } from '../core/operations-by-request.js';
import { authorize } from './access.js';
import type { RawRequest, SandboxResponse } from './http/request.js';
import type { Command } from './exchange/command.js';
import type { Reply } from './exchange/exchange.js';
import { readInput } from './validate.js';
import { writeResult } from './http/wire.js';

/** A call that access and input have let pass. */
export type SandboxCall = Extract<Command, { type: 'call' }>;

/** The stages of a request, in this order. */
export interface Stages {
  /** The operation that is asked for. */
  readonly route: (request: RawRequest) => Operation | undefined;
  readonly authorize: typeof authorize;
  readonly readInput: typeof readInput;
  /** Lets the exchange act: once, on the call as it is. */
  readonly act: (call: SandboxCall, run: (call: SandboxCall) => Reply) => Reply;
  readonly write: typeof writeResult;
  /** The last word, on successes and refusals alike. */
  readonly send: (response: SandboxResponse, request: RawRequest) => SandboxResponse;
}

/**
 * A named change of one behaviour: replaces some stages, each of which may call the one that it replaces. Created for each
 * sandbox, so that what it remembers belongs to that sandbox.
 */
export type Patch = (
  reference: Stages,
  secretOf: (apiKey: string) => string | undefined,
  now: () => number,
) => Partial<Stages>;

export const REFERENCE: Stages = {
  route({ method, target }) {
    const { path } = splitTarget(target);
    const operation = operationsByRequest.get(`${method} ${path.replace(/\/$/, '')}`);
    return path === operation?.path || path === operation?.pathVariants?.trailingSlash ? operation : undefined;
  },
  authorize,
  readInput,
  act: (call, run) => run(call),
  write: writeResult,
  send: (response) => response,
};
