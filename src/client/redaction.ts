import type { FuturesError } from '../core/errors.js';
import { createRedactor } from '../core/redact.js';
import { copyCause } from '../transport/cause.js';
import type { Call } from './call.js';

/** The members that programs decide by; all of them are ours. */
const OURS: ReadonlySet<PropertyKey> = new Set(['name', 'code', 'outcome', 'operationId']);

/** Redactors of what all calls of a client have in common: making one costs more than using it. */
const redactors = new WeakMap<readonly string[], (text: string) => string>();

/** Redacts what no error and no log may show from the texts of a response. */
export function redactorOf({ secrets, signature }: Call): (text: string) => string {
  let redact = redactors.get(secrets);
  if (redact === undefined) redactors.set(secrets, (redact = createRedactor(secrets)));
  const made = signature === undefined ? [] : [...signature.secrets()];
  if (made.length === 0) return redact;
  // No spelling of a secret is shorter than the secret.
  const shortest = Math.min(...made.map(({ length }) => length));
  let redactAll: typeof redact | undefined;
  return (text) => (text.length < shortest ? redact : (redactAll ??= createRedactor([...secrets, ...made])))(text);
}

/**
 * Takes out of an error what no error may show. A transport of the caller can build one of our errors around what its HTTP
 * library threw, headers and all. What was re-signed under way only the client knows.
 */
export function cleanError<E extends FuturesError>(
  error: E,
  redact: (text: string) => string,
  signal: AbortSignal | undefined,
): E {
  const members = error as unknown as Record<PropertyKey, unknown>;
  for (const name of Reflect.ownKeys(error)) {
    const value = members[name];
    if (OURS.has(name)) continue;
    if (typeof value === 'string') members[name] = redact(value);
    // The reason of an abort is the caller's own, and has to be the same object.
    else if (name === 'cause') members[name] = value === signal?.reason ? value : copyCause(value, redact);
    else if (value !== null && (typeof value === 'object' || typeof value === 'function')) delete members[name];
  }
  return error;
}
