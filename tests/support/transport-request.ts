import type { TransportRequest } from '../../src/transport/transport.js';

/** A signed order as a transport is given it; the signature is a word that a test can look for. */
export function orderRequest(origin: string, changes: Partial<TransportRequest> = {}): TransportRequest {
  return {
    operationId: 'createOrder',
    readOnly: false,
    method: 'POST',
    origin,
    target: '/fapi/v1/order',
    headers: signedAs('first'),
    body: '{"volume":1}',
    timeoutMs: 10_000,
    maxBodyBytes: 2 ** 20,
    signal: undefined,
    ...changes,
  };
}

export function signedAs(signature: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'X-CH-TS': '1700000000123',
    'X-CH-APIKEY': 'Test-Key-7f3A',
    'X-CH-SIGN': signature,
  };
}
