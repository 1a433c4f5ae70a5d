import { signingHeaders as names } from '../../../generated/names.js';
import { type Operation, wireOf } from '../operations.js';
import { buildSigningString, createRequestSigner, type SigningInput } from '../../core/signing.js';
import type { ConformanceOptions } from '../model.js';
import type { AnyInput } from './input.js';
import type { RawCall } from './target.js';

export type Credentials = NonNullable<ConformanceOptions['credentials']>;

/** What is different from the correct call; everything else stays as described. */
export interface Alteration {
  readonly method?: string;
  /** Where the fields go; default as declared. */
  readonly place?: 'body' | 'query' | 'both';
  /** The body itself, in place of the fields. */
  readonly body?: string;
  readonly unsigned?: boolean;
  /** Signs although the operation does not ask for it. */
  readonly signed?: boolean;
  readonly drop?: keyof typeof names;
  readonly credentials?: Partial<Credentials>;
  /** Added to the time of the call, milliseconds. */
  readonly offsetMs?: number;
  /** Signs another text than the one that is sent. */
  readonly signs?: Partial<SigningInput>;
  readonly signature?: (correct: string) => string;
  readonly headerNames?: (name: string) => string;
  /** In place of the declared path. */
  readonly path?: string;
  /** Whether Content-Type is sent; default with a body only. */
  readonly contentType?: boolean;
  readonly moreHeaders?: readonly (readonly [name: string, value: string])[];
}

/** Builds the correctly signed call of an operation, or one that is wrong in exactly what is asked for. */
export function buildCall(
  operation: Operation,
  input: AnyInput,
  credentials: Credentials | undefined,
  nowMs: number,
  alteration: Alteration = {},
): RawCall {
  const { method = operation.method, place = operation.input === 'query' ? 'query' : 'body' } = alteration;
  const inBody = operation.input === 'body' || place !== 'query';
  const hasInput = operation.input !== 'none';
  const body = alteration.body ?? (hasInput && inBody && place !== 'query' ? writeBody(operation, input) : undefined);
  const query = hasInput && place !== 'body' ? writeQuery(input) : '';
  const target = (alteration.path ?? operation.path) + query;
  const headers: [string, string][] = [['Accept', 'application/json']];
  for (const [name, value] of alteration.moreHeaders ?? []) headers.push([name, value]);
  if (alteration.contentType ?? body !== undefined) headers.push(['Content-Type', 'application/json']);

  const wanted = alteration.signed ?? operation.security !== 'public';
  let signingString: string | undefined;
  if (wanted && alteration.unsigned !== true && credentials !== undefined) {
    const { apiKey, apiSecret } = { ...credentials, ...alteration.credentials };
    const timestampMs = String(Math.max(0, Math.round(nowMs + (alteration.offsetMs ?? 0))));
    const signing: SigningInput = { timestampMs, method, target, body, ...alteration.signs };
    signingString = buildSigningString(signing);
    const correct = createRequestSigner(apiSecret)(signing);
    const values = { timestamp: timestampMs, apiKey, signature: alteration.signature?.(correct) ?? correct };
    for (const name of ['timestamp', 'apiKey', 'signature'] as const) {
      if (alteration.drop !== name) headers.push([names[name], values[name]]);
    }
  }
  const spell = alteration.headerNames ?? ((name: string) => name);
  return {
    operationId: operation.operationId,
    method,
    target,
    headers: headers.map(([name, value]) => [spell(name), value] as const),
    body,
    signingString,
  };
}

/** JSON of the declared types; numbers keep every digit that they are given with. */
function writeBody(operation: Operation, input: AnyInput): string {
  const members = Object.entries(input).map(([name, value]) => {
    const bare = wireOf(operation, name) === 'number' && (typeof value === 'string' || typeof value === 'number');
    return `${JSON.stringify(name)}:${bare ? String(value) : JSON.stringify(value)}`;
  });
  return `{${members.join()}}`;
}

function writeQuery(input: AnyInput): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** The same letters in the other case. */
export const swapCase = (text: string): string =>
  text.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** A hex signature with its last bit turned over. */
export function flipBit(signature: string): string {
  const last = Number.parseInt(signature.slice(-1), 16) ^ 1;
  return signature.slice(0, -1) + last.toString(16);
}
