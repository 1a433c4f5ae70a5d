/** The members of an error of a system, of Node.js or of undici besides its name, message and stack. */
const DETAILS = ['code', 'errno', 'syscall', 'hostname', 'address', 'port'] as const;

/** An error may be its own cause; four levels are more than any transport nests. */
const MAX_DEPTH = 4;

/**
 * Copies what a transport failed with, to be the `cause` of an error of ours. The original can hold the request with
 * its headers (HTTP libraries) or the bytes of the response (parsers), and with them the key and the signature.
 */
export function copyCause(cause: unknown, redact: (text: string) => string, depth = 0): Error {
  if (!(cause instanceof Error)) return new Error(redact(textOf(cause)));
  const copy = new Error(redact(cause.message));
  hide(copy, 'name', redact(cause.name));
  hide(copy, 'stack', redact(cause.stack ?? ''));
  const details = cause as Error & Record<(typeof DETAILS)[number], unknown>;
  for (const name of DETAILS) {
    const value = details[name];
    if (typeof value === 'number') Object.assign(copy, { [name]: value });
    if (typeof value === 'string') Object.assign(copy, { [name]: redact(value) });
  }
  if (depth === MAX_DEPTH) return copy;
  if (cause.cause !== undefined) hide(copy, 'cause', copyCause(cause.cause, redact, depth + 1));
  // Node.js fails with one of these when it has tried several addresses of a name.
  const { errors } = cause as Partial<AggregateError>;
  if (Array.isArray(errors))
    hide(
      copy,
      'errors',
      errors.map((error) => copyCause(error, redact, depth + 1)),
    );
  return copy;
}

/** Anything can be thrown, and not everything can be written. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that cannot be written as text';
  }
}

/** Sets a property that is not enumerable, as those of errors are. */
function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, configurable: true, writable: true });
}
