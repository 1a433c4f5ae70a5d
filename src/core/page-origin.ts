import { refuse, type Refusing } from './argument.js';

/*
 * Headers with which a server on this machine lets web pages of some origins call it (the Fetch standard, CORS protocol).
 */

/**
 * Checks origins that a caller allows.
 *
 * @throws {ArgumentError} Naming what is not an origin.
 */
export function readOrigins(allowOrigins: readonly string[], refusing?: Refusing): ReadonlySet<string> {
  for (const page of allowOrigins) {
    if (!URL.canParse(page) || new URL(page).origin !== page) {
      refuse('allowOrigins', `takes origins such as http://localhost:3000, got ${page}`, refusing);
    }
  }
  return new Set(allowOrigins);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Tells whether a browser asks if its page may send a call. The question is the server's to answer, and not a call. */
export function isPreflight(method: string | undefined, headers: Headers): boolean {
  return (
    method === 'OPTIONS' && headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
  );
}

/** The response to that question: yes, to what the page asks for. Who may call has been judged before. */
export function preflightHeaders(headers: Headers): Record<string, string> {
  return {
    'access-control-allow-origin': String(headers['origin']),
    'access-control-allow-methods': String(headers['access-control-request-method']),
    'access-control-allow-headers': String(headers['access-control-request-headers'] ?? ''),
    vary: 'Origin',
  };
}
