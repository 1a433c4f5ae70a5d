import { operations } from '../../../generated/operations.js';
import { TIMESTAMP } from '../../sandbox/access.js';
import { DEFAULT_CONTRACTS } from '../../sandbox/exchange/markets/contracts.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import { hmac, lettingPass, textOf, withHeader } from './access.js';
import { breaking, type Mutation } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

const QUERIES = ['', ...DEFAULT_CONTRACTS.map(({ name }) => `?contractName=${name}`)];
const PATHS = Object.values(operations).map(({ path }) => path);
/** So much earlier is a timestamp that is not looked at, milliseconds. */
const EARLIER = Array.from({ length: 300 }, (_, ms) => ms);

const pathOf = ({ target }: RawRequest): string => target.split('?')[0]!;
const queryOf = ({ target }: RawRequest): string => /\?.*/s.exec(target)?.[0] ?? '';

/** Requests that differ from one in a part of the signed text: what was signed cannot be read out of a signature. */
const OTHERS: Readonly<Record<string, (request: RawRequest) => readonly RawRequest[]>> = {
  body: (request) => ['', '{}'].map((body) => ({ ...request, body })),
  query: (request) => QUERIES.map((query) => ({ ...request, target: pathOf(request) + query })),
  path: (request) => PATHS.map((path) => ({ ...request, target: path + queryOf(request) })),
  method: (request) => ['GET', 'POST'].map((method) => ({ ...request, method })),
  timestamp: (request) =>
    EARLIER.map((ms) => withHeader(request, TIMESTAMP, String(Number(request.headers[TIMESTAMP]) - ms))),
};

export const SIGNED_PARTS: readonly Mutation[] = Object.entries(OTHERS).map(([part, others]) =>
  breaking(
    clauses.signature,
    `sign/${part === 'body' ? 'getOrderHistory' : 'getOpenOrders'}/signature-of-another-call`,
  )`${part}-not-signed: A signature holds for another ${part}`(
    lettingPass(({ request, secret, given }) => others(request).some((one) => given === hmac(secret, textOf(one)))),
  ),
);
