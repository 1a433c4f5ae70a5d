import { createRedactor } from '../../core/redact.js';
import { copyCause } from '../../transport/cause.js';

/** The names of an error that quote nothing: `ECONNREFUSED`, `ERR_INVALID_ARG_TYPE`. */
const CODE = /^E[A-Z]+(?:_[A-Z]+)*$/;

/**
 * The failure of a function of the caller that handles the secret, to be the `cause` of an error of ours. Where the secret
 * is known, it is redacted. Where it is not, message and stack are left out, because they may quote it.
 */
export function secretCause(cause: unknown, known: readonly string[] | undefined): Error {
  return known === undefined ? nameOf(cause) : copyCause(cause, createRedactor(known));
}

function nameOf(cause: unknown): Error {
  if (!(cause instanceof Error)) return new Error(`a thrown ${typeof cause} (left out: it may contain the secret)`);
  const { code } = cause as NodeJS.ErrnoException;
  const shown = typeof code === 'string' && CODE.test(code) ? ` ${code}` : '';
  return new Error(`${cause.constructor.name}${shown} (message left out: it may contain the secret)`);
}
