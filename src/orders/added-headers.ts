import type { CallOptions } from '../client/options.js';
import { type AccountClient, nameOf } from './account.js';

/** Headers that are taken to choose no account: those of HTTP, of gateways, and of what traces a call. */
const HARMLESS = new RegExp(
  '^(?:accept.*|content-type|user-agent|cookie|via|origin|referer|date|priority|pragma|cache-control|lang|locale|b3|newrelic|' +
    '(?:x-)?forwarded(?:-(?:for|proto|host|port))?|x-(?:b3|instana|dynatrace)-?.*|.*(?:language|authorization|idempotency|baggage|trace|span|datadog|' +
    'request-?id|correlation).*)$',
);

/** A digest of the headers that a client and a call add, where one of them may choose a sub-account. */
export function nameHeaders({ headers: own }: AccountClient, { headers }: CallOptions): string | undefined {
  const lines = Object.entries({ ...own, ...headers }).flatMap(([name, value]) =>
    HARMLESS.test(name.toLowerCase()) ? [] : [`${name.toLowerCase()}: ${value.trim()}\n`],
  );
  return lines.length === 0 ? undefined : nameOf(lines.toSorted().join(''));
}
