import type { Operation } from '../../generated/operations.js';
import { ArgumentError } from '../core/errors.js';
import type { EncodedInput } from '../core/encode-input.js';
import type { Settings } from './settings.js';

const JSON_TYPE = 'application/json';

/** One request before it is signed. */
export interface Prepared {
  /** Path and query as sent, gateway prefix included. */
  readonly target: string;
  /** The part of the target that is signed. */
  readonly signedTarget: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Puts one request together, byte for byte, apart from its signing headers. */
export function prepare(
  operation: Operation,
  { query, body }: EncodedInput,
  callHeaders: Readonly<Record<string, string>> | undefined,
  { dialect, prefix }: Settings,
): Prepared {
  const slash = operation.operationId === 'createConditionOrder' && dialect.conditionOrderSlash;
  const path = slash ? `${operation.path}/` : operation.path;
  const target = query === '' ? path : `${path}?${query}`;
  const signed = dialect.signQuery ? target : path;
  const headers: Record<string, string> = { accept: JSON_TYPE };
  // No spreading: it costs more than the rest of this function.
  for (const name in dialect.headers) headers[name] = dialect.headers[name]!;
  if (callHeaders !== undefined) Object.assign(headers, callHeaders);
  if (body !== undefined || dialect.contentType === 'always') headers['content-type'] = JSON_TYPE;
  return { target: prefix + target, signedTarget: dialect.signPrefix ? prefix + signed : signed, headers, body };
}

/**
 * Whether the call carries a signature.
 *
 * @throws {ArgumentError} Before anything is sent, when it must and there are no credentials.
 */
export function isSigned(operation: Operation, { credentials, dialect }: Settings): boolean {
  if (operation.security === 'public') return false;
  if (operation.security === 'undeclared') return credentials !== undefined && dialect.signUndeclared;
  if (credentials !== undefined) return true;
  throw new ArgumentError(
    `${operation.operationId} is signed, and the client has no credentials. Nothing was sent. ` +
      'Pass credentials: { apiKey, apiSecret } or credentialsFromEnv().',
    { field: 'credentials', operationId: operation.operationId },
  );
}
