import { type Operation, signingHeaders } from '../../generated/operations.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import type { EncodedInput } from '../core/input.js';
import { assertNotAborted, broken, inTime, type Life } from '../transport/lifetime.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { type CallOptions, readCallOptions, type Settings } from './options.js';
import { refuse } from './refuse.js';
import { createSign } from './sign.js';

const JSON_TYPE = 'application/json';

/** Seconds in place of milliseconds are a common mistake: this is 2001 in milliseconds. */
const MIN_CLOCK_MS = 1e12;

/** Signs the exact bytes of one request and sends them once. `secrets` are the values no error may show. */
export type Send = (operation: Operation, input: EncodedInput, options: CallOptions) => Promise<Sent>;

export interface Sent {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly response: TransportResponse;
  /** Key, secret and signature of this request; empty when it was not signed. */
  readonly secrets: readonly string[];
}

/*
 *   EncodedInput ─► target, body ─► timestamp ─► signature over exactly these ─► headers ─► transport
 */
export function createSend(settings: Settings): Send {
  const { credentials, dialect, prefix } = settings;
  const sign = createSign(settings);
  const more = Object.keys(dialect.headers).length > 0 ? dialect.headers : undefined;

  return async function send(operation, { query, body }, options) {
    const { signal, timeoutMs, headers: callHeaders } = readCallOptions(options, settings);
    const { operationId, method } = operation;
    const life: Life = { operationId, readOnly: operation.effect === 'read', timeoutMs, signal };
    assertNotAborted(life);
    const signed = isSigned(operation, settings);
    const path =
      operationId === 'createConditionOrder' && dialect.conditionOrderSlash ? `${operation.path}/` : operation.path;
    const target = query === '' ? path : `${path}?${query}`;
    const headers: Record<string, string> = { accept: JSON_TYPE };
    if (more !== undefined) Object.assign(headers, more);
    if (callHeaders !== undefined) Object.assign(headers, callHeaders);
    if (body !== undefined || dialect.contentType === 'always') headers['content-type'] = JSON_TYPE;
    const secrets: string[] = [];
    if (signed && sign !== undefined && credentials !== undefined) {
      const timestampMs = readClock(settings.now);
      const signing = sign({ timestampMs, method, target: signedTarget(settings, path, target), body });
      const signature = typeof signing === 'string' ? signing : await inTime(signing, life);
      headers[signingHeaders.timestamp] = String(timestampMs);
      headers[signingHeaders.apiKey] = credentials.apiKey;
      headers[signingHeaders.signature] = signature;
      secrets.push(credentials.apiSecret, credentials.apiKey, signature);
    }
    const full = prefix + target;
    const request: TransportRequest = {
      operationId,
      readOnly: life.readOnly,
      method,
      origin: settings.origin,
      target: full,
      headers,
      body,
      timeoutMs,
      maxBodyBytes: settings.maxBodyBytes,
      signal,
    };
    return { response: await exchange(settings.transport, request), secrets, method, target: full };
  };
}

/** Whatever a transport of the caller fails with or answers, what leaves here is ours. */
async function exchange(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  try {
    const response = await transport(request);
    if (typeof response.status === 'number' && typeof response.text === 'string') return response;
  } catch (error) {
    throw error instanceof FuturesError ? error : broken(request, true, error);
  }
  throw broken(request, true, new Error('the transport gave no status or no text'));
}

function isSigned(operation: Operation, { credentials, dialect }: Settings): boolean {
  if (operation.security === 'public') return false;
  if (operation.security === 'undeclared') return credentials !== undefined && dialect.signUndeclared;
  if (credentials !== undefined) return true;
  throw new ArgumentError(
    `${operation.operationId} is signed, and the client has no credentials. Nothing was sent. ` +
      'Pass credentials: { apiKey, apiSecret } or credentialsFromEnv().',
    { field: 'credentials', operationId: operation.operationId },
  );
}

function signedTarget({ dialect, prefix }: Settings, path: string, target: string): string {
  const signed = dialect.signQuery ? target : path;
  return dialect.signPrefix ? prefix + signed : signed;
}

function readClock(now: () => number): number {
  const nowMs: unknown = now();
  if (typeof nowMs === 'number' && nowMs >= MIN_CLOCK_MS && Number.isSafeInteger(Math.floor(nowMs)))
    return Math.floor(nowMs);
  return refuse('now', `must return milliseconds since the epoch, got ${String(nowMs)}`);
}
