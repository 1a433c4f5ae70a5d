import type { Operation } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import type { SigningHeader } from './recorded-headers.js';
import { HEADERS, signingHeader } from './request-faults.js';

export interface HeaderReader {
  /** The declared headers that a call lacks. */
  missing(operation: Operation, call: RecordedCall): readonly SigningHeader[];
}

/**
 * Tells headers that were not sent from those that the recording program left out: a header is missing only where another call
 * of the same file has it, and where the call itself was recorded with some header, as every call of HTTP/1.1 has one.
 */
export function createHeaderReader(signed: readonly { readonly call: RecordedCall }[]): HeaderReader {
  const recorded = new Set<string>();
  for (const { call } of signed) {
    for (const name of HEADERS) if (signingHeader(call, name) !== undefined) recorded.add(`${name} ${call.file}`);
  }
  return {
    missing: ({ security }, call) =>
      security !== 'signed' || call.headers.length === 0
        ? []
        : HEADERS.filter((name) => recorded.has(`${name} ${call.file}`) && signingHeader(call, name) === undefined),
  };
}
