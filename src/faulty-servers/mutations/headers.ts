import { API_KEY, SIGNATURE, TIMESTAMP, type Access } from '../../sandbox/access.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch, Stages } from '../../sandbox/stages.js';
import { checksOf, type Mutation, SIGNED } from './mutation.js';
import { CASE_COUNTS, HEADERS_REQUIRED, MADE_WITH_SECRET, rowsOf } from './words.js';

/** The account behind each API key. */
export type AccessByKey = ReadonlyMap<string, Access>;

type AuthorizeInput = Parameters<Stages['authorize']>;

/** Checks another request than the one that came, where the operation is signed. */
export const instead =
  (other: (request: RawRequest, keys: AccessByKey, nowMs: number) => RawRequest): Patch =>
  (reference) => ({
    authorize: (...[operation, request, keys, nowMs, window]: AuthorizeInput) =>
      reference.authorize(operation, other(request, keys, nowMs), keys, nowMs, window),
  });

export function withHeader(request: RawRequest, name: string, value: string): RawRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

/** The request with the signature that is right for it, as far as one can be made. */
export function resigned(request: RawRequest, keys: AccessByKey): RawRequest {
  const { method, target, body, headers } = request;
  const timestampMs = headers[TIMESTAMP] ?? '';
  const access = keys.get(headers[API_KEY] ?? '');
  if (access === undefined || !/^\d+$/.test(timestampMs)) return request;
  return withHeader(request, SIGNATURE, access.sign({ timestampMs, method, target, body }));
}

const absent = (request: RawRequest, name: string): boolean => (request.headers[name] ?? '') === '';

export const HEADERS: readonly Mutation[] = [
  {
    id: 'any-signature-accepted',
    title: 'X-CH-SIGN is not checked',
    breaks: [MADE_WITH_SECRET],
    killedBy: [...checksOf('sign', SIGNED, 'signature-bit-flipped'), ...checksOf('sign', SIGNED, 'wrong-secret')],
    patch: instead((request, keys) => (absent(request, SIGNATURE) ? request : resigned(request, keys))),
  },
  {
    id: 'missing-key-accepted',
    title: 'A call without X-CH-APIKEY is taken for one of the first account',
    breaks: [HEADERS_REQUIRED],
    killedBy: checksOf('sign', SIGNED, 'without-key'),
    patch: instead((request, keys) =>
      absent(request, API_KEY) ? withHeader(request, API_KEY, [...keys.keys()][0] ?? '') : request,
    ),
  },
  {
    id: 'missing-timestamp-accepted',
    title: 'A call without X-CH-TS passes with any signature',
    breaks: [HEADERS_REQUIRED],
    killedBy: checksOf('sign', SIGNED, 'without-timestamp'),
    patch: instead((request, keys, nowMs) =>
      absent(request, TIMESTAMP) ? resigned(withHeader(request, TIMESTAMP, String(nowMs)), keys) : request,
    ),
  },
  {
    id: 'missing-signature-accepted',
    title: 'A call without X-CH-SIGN passes',
    breaks: [HEADERS_REQUIRED],
    killedBy: checksOf('sign', SIGNED, 'without-signature'),
    patch: instead((request, keys) => (absent(request, SIGNATURE) ? resigned(request, keys) : request)),
  },
  {
    id: 'cancel-all-takes-seconds',
    title: 'Cancel All Orders takes an X-CH-TS in seconds',
    breaks: rowsOf(['cancelAllOrders']),
    killedBy: ['sign/cancelAllOrders/text-as-timestamp'],
    patch: instead((request, keys, nowMs) => {
      const isSeconds = request.target.endsWith('cancel_all') && /^\d{10}$/.test(request.headers[TIMESTAMP] ?? '');
      return isSeconds && resigned(request, keys).headers[SIGNATURE] === request.headers[SIGNATURE]
        ? resigned(withHeader(request, TIMESTAMP, String(nowMs)), keys)
        : request;
    }),
  },
  {
    id: 'key-case-ignored',
    title: 'The API key is found in any case',
    breaks: [CASE_COUNTS],
    killedBy: ['sign/getOpenOrders/letter-case'],
    patch: instead((request, keys) => {
      const given = request.headers[API_KEY]?.toLowerCase();
      const known = [...keys.keys()].find((key) => key.toLowerCase() === given);
      return known === undefined ? request : withHeader(request, API_KEY, known);
    }),
  },
];
