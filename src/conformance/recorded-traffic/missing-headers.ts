import type { Operation } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import type { SigningHeader } from './recorded-headers.js';
import { HEADERS, signingHeader } from './request-faults.js';

/**
 * Tells headers that were not sent from those that the recording program left out: a header is missing only where another call
 * of the same file has it, and where the call itself was recorded with some header, as every call of HTTP/1.1 has one.
 */
export function createHeaderReader(signed: readonly { readonly call: RecordedCall }[]) {
  const recorded = new Set(
    signed.flatMap(({ call }) => Object.keys(call.signing).map((name) => `${name} ${call.file}`)),
  );
  return ({ security }: Operation, call: RecordedCall): readonly SigningHeader[] =>
    security !== 'signed' || call.headers.length === 0
      ? []
      : HEADERS.filter((name) => recorded.has(`${name} ${call.file}`) && signingHeader(call, name) === undefined);
}
