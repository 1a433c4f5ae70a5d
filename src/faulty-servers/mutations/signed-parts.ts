import { createHmac } from '#hmac';
import { operations } from '../../../generated/operations.js';
import type { Hmac } from '../../core/signing.js';
import { composeSigningString, OBSERVED_RULE } from '../../core/signing-rule.js';
import { TIMESTAMP } from '../../sandbox/access.js';
import { DEFAULT_CONTRACTS } from '../../sandbox/exchange/markets/contracts.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { lettingPass } from './access.js';
import { breaking, type Mutation } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

/** The parts of the signed text. */
interface Parts {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
  readonly query: string;
  readonly body: string;
}

/** Number of requests that a mutant remembers. */
const MEMORY = 64;
/** A signature is looked for one character away; longer texts would take too long. */
const LONGEST = 300;

/**
 * A verification that leaves one part out. It takes the signature over the part as it was sent (or no honest client could call),
 * over none, over one that was sent before, and over those that `others` knows: the part cannot be read out of a signature.
 */
const leftOut =
  (part: keyof Parts, others: (value: string) => Iterable<string>): Patch =>
  (...stages) => {
    const seen = new Set<string>();
    return lettingPass(({ request, secret, given }) => {
      const parts = partsOf(request);
      const fits = isOver(parts, candidates(parts[part]), createHmac(secret), given);
      if (seen.size < MEMORY) seen.add(parts[part]);
      return fits;
    })(...stages);

    function* candidates(value: string): Iterable<string> {
      yield value;
      yield '';
      yield* seen;
      yield* others(value);
    }

    function isOver(parts: Parts, values: Iterable<string>, sign: Hmac, given: string): boolean {
      for (const value of values) {
        const { timestamp: timestampMs, method, path, query, body }: Parts = { ...parts, [part]: value };
        const request = { timestampMs, method, target: path + query, body };
        if (sign(composeSigningString(OBSERVED_RULE, request)) === given) return true;
      }
      return false;
    }
  };

function partsOf({ method, target, body, headers }: RawRequest): Parts {
  const [path = '', query] = target.split(/\?(.*)/s);
  return { timestamp: headers[TIMESTAMP] ?? '', method, path, query: query === undefined ? '' : `?${query}`, body };
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CONTRACTS = DEFAULT_CONTRACTS.map(({ name }) => name);

/** The text with one character replaced. */
function* oneAway(text: string): Iterable<string> {
  if (text.length > LONGEST) return;
  for (let at = 0; at < text.length; at++) {
    for (const character of CHARACTERS) yield text.slice(0, at) + character + text.slice(at + 1);
  }
}

function* otherContracts(text: string): Iterable<string> {
  for (const name of CONTRACTS) yield text.replace(/E-[A-Z]+-USDT/, name);
}

function* otherBodies(body: string): Iterable<string> {
  yield '{}';
  yield `${body} `;
  yield* otherContracts(body);
  yield* oneAway(body);
}

function* otherQueries(query: string): Iterable<string> {
  for (const name of CONTRACTS) yield `?contractName=${name}`;
  yield* otherContracts(query);
  yield* oneAway(query);
}

function* otherPaths(path: string): Iterable<string> {
  for (const operation of Object.values(operations)) yield operation.path;
  yield* oneAway(path);
}

/** Each millisecond of five seconds around, each second of an hour around. */
function* otherTimes(timestamp: string): Iterable<string> {
  for (const step of [1, 1000]) {
    for (let count = 1; count <= (step === 1 ? 5000 : 3600); count++) {
      yield String(Number(timestamp) - count * step);
      yield String(Number(timestamp) + count * step);
    }
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

const PARTS: readonly (readonly [part: keyof Parts, others: (value: string) => Iterable<string>])[] = [
  ['body', otherBodies],
  ['query', otherQueries],
  ['path', otherPaths],
  ['method', () => METHODS],
  ['timestamp', otherTimes],
];

export const SIGNED_PARTS: readonly Mutation[] = PARTS.map(([part, others]) =>
  breaking(
    clauses.signature,
    `sign/${part === 'body' ? 'getOrderHistory' : 'getOpenOrders'}/signature-of-another-call`,
    'signing.composition',
  )`${part}-not-signed: A signature holds for another ${part}`(leftOut(part, others)),
);
