import { signingHeaders } from '../../generated/names.js';
import { type OperationId, operations } from '../../generated/operations.js';
import { buildSigningString } from '../core/signing.js';
import type { Invoke } from './invoke.js';
import { isSigned, prepare } from './prepare.js';
import { refuse } from './refuse.js';

/** One request as it would go out now, without what is secret. */
export interface Explanation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Scheme, authority, gateway prefix, path and query. */
  readonly url: string;
  /** Headers as sent; the values of X-CH-APIKEY and X-CH-SIGN are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as sent; undefined when there is none. */
  readonly body: string | undefined;
  /** What is signed; undefined when the call carries no signature. */
  readonly signed: { readonly signingString: string; readonly bytes: number; readonly timestampMs: number } | undefined;
  /** The service's clock, as far as it is known. */
  readonly clock: { readonly offsetMs: number; readonly uncertaintyMs: number; readonly source: string };
}

const LEFT_OUT = '(left out)';

/** Puts one request together as a call would, and sends nothing. */
export async function explain(
  invoke: Invoke,
  operationId: OperationId,
  input: unknown,
  omit?: string,
): Promise<Explanation> {
  const { settings } = invoke;
  const { clock } = await invoke.load();
  if (!Object.hasOwn(operations, operationId)) refuse('operationId', `${String(operationId)} is not an operation`);
  const operation = operations[operationId];
  const prepared = prepare(operation, invoke.encode(operation, input, omit), undefined, settings);
  const { headers, body, target } = prepared;
  const { offsetMs, uncertaintyMs, source } = clock;
  const timestampMs = clock.timestampMs();
  const signed = isSigned(operation, settings);
  if (signed) {
    headers[signingHeaders.timestamp] = String(timestampMs);
    headers[signingHeaders.apiKey] = LEFT_OUT;
    headers[signingHeaders.signature] = LEFT_OUT;
  }
  const signingString = buildSigningString({
    timestampMs,
    method: operation.method,
    target: prepared.signedTarget,
    body,
  });
  return {
    operationId,
    method: operation.method,
    url: settings.origin + target,
    headers,
    body,
    signed: signed ? { signingString, bytes: new TextEncoder().encode(signingString).length, timestampMs } : undefined,
    clock: { offsetMs, uncertaintyMs, source },
  };
}
