import type { CallOptions } from '../client/options.js';
import { type AccountClient, nameOf } from './account.js';

/** Headers that are taken to choose no account. */
const HARMLESS =
  /^(?:accept.*|content-type|user-agent|.*language|traceparent|tracestate|baggage|x-b3-.*|.*(?:request|correlation|trace)-?id)$/;

/** A digest of the headers that a client and a call add, where one of them may choose a sub-account. */
export function nameHeaders({ headers: own }: AccountClient, { headers }: CallOptions): string | undefined {
  const lines = Object.entries({ ...own, ...headers }).flatMap(([name, value]) =>
    HARMLESS.test(name.toLowerCase()) ? [] : [`${name.toLowerCase()}: ${value}\n`],
  );
  return lines.length === 0 ? undefined : nameOf(lines.toSorted().join(''));
}
