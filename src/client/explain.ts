import { signingHeaders } from '../../generated/names.js';
import { type MethodWithout, type Operation, type OperationId, operations } from '../../generated/operations.js';
import { buildSigningString } from '../core/signing.js';
import { buildCall, type Pipeline } from './pipeline.js';
import { refuse } from '../core/argument.js';

/** One request as it would go out now, without what is secret. */
export interface Explanation {
  /** The operation; a cancel without orderId is `cancelOrder`. */
  readonly operationId: OperationId;
  readonly method: string;
  /** Scheme, authority, gateway prefix, path and query. */
  readonly url: string;
  /** Headers as sent; the values of X-CH-APIKEY and X-CH-SIGN are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as sent; undefined when there is none. */
  readonly body: string | undefined;
  /**
   * The text that the built-in rule signs, and its length in bytes of UTF-8; undefined when the call carries no signature. A `sign`
   * of your own may sign something else.
   */
  readonly signed: { readonly signingString: string; readonly bytes: number; readonly timestampMs: number } | undefined;
  /** The service's clock, as far as it is known. */
  readonly clock: { readonly offsetMs: number; readonly uncertaintyMs: number; readonly source: string };
}

/** The calls that can be explained: every method that makes one. */
export type Explicable = OperationId | MethodWithout;

const LEFT_OUT = '(left out)';

/** Builds one request as a call would, and sends nothing. */
export function explain(
  { settings, clock }: Pick<Pipeline, 'settings' | 'clock'>,
  method: Explicable,
  input: unknown,
): Explanation {
  const operation = operationOf(method);
  const without = operation.operationId !== method;
  const { unsignedHeaders, body, target, signedTarget, signs } = buildCall(
    operation,
    input,
    settings,
    undefined,
    without,
  );
  const { offsetMs, uncertaintyMs, source } = clock;
  const headers = { ...unsignedHeaders };
  let signed: Explanation['signed'];
  if (signs) {
    const timestampMs = clock.timestampMs();
    const signingString = buildSigningString({ timestampMs, method: operation.method, target: signedTarget, body });
    signed = { signingString, bytes: new TextEncoder().encode(signingString).length, timestampMs };
    headers[signingHeaders.timestamp] = String(timestampMs);
    headers[signingHeaders.apiKey] = LEFT_OUT;
    headers[signingHeaders.signature] = LEFT_OUT;
  }
  return {
    operationId: operation.operationId,
    method: operation.method,
    url: settings.origin + target,
    headers,
    body,
    signed,
    clock: { offsetMs, uncertaintyMs, source },
  };
}

function operationOf(method: Explicable): Operation {
  const isMeant = ({ operationId, selectors }: Operation): boolean =>
    [operationId, selectors?.methodWithout ?? operationId].includes(method);
  return Object.values(operations).find(isMeant) ?? refuse('operationId', `${String(method)} is not an operation`);
}
