import { API_KEY } from '../../sandbox/access.js';
import type { OperationId } from '../../../generated/operations.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { breaking, dashed, type Mutation, responding, rewriting } from './mutation.js';
import { givenAgain } from './own-calls.js';
import { clauses } from '../../conformance/model/clauses.js';

/** Demands the headers from the nth call of an operation on. */
const demandsKey =
  (operationId: OperationId, from = 1): Patch =>
  (reference) => {
    let calls = 0;
    return {
      authorize(operation, ...rest) {
        const isAsked = operation.operationId === operationId && ++calls >= from;
        return reference.authorize(isAsked ? { ...operation, security: 'signed' } : operation, ...rest);
      },
    };
  };

const demanding = (operationId: OperationId) =>
  breaking(clauses.publicWithout, `sign/public/${operationId}/without-headers`);

const withoutKey = (response: Partial<RawResponse>): Patch =>
  responding(({ operation }, { headers }) =>
    operation?.operationId === 'getContracts' && headers[API_KEY] === undefined
      ? { headers: {}, ...response }
      : undefined,
  );

const ping = breaking(clauses.ping, 'shape/ping/exactly-empty-object');
const milliseconds = breaking(clauses.serverTime, 'shape/time/milliseconds');
const zone = breaking(clauses.timezone, 'shape/time/timezone-text');

const time = (change: (body: string) => string) => rewriting(['getServerTime'], change);

const envelope = breaking(clauses.contractsSuccess, 'shape/contracts/envelope');
/** A code other than success is taken for a refusal before the envelope is judged. */
const refusal = breaking(clauses.success, 'shape/getContracts/success');
const fields = (quote: string) => breaking({ ...clauses.contractFields, quote }, 'shape/contracts/fields');
/** No record is where the declared ones are. */
const records = breaking(clauses.contractFields, 'shape/contracts/fields');
const decimal = breaking(clauses.contractDecimals, 'shape/contracts/decimals-are-text');

const contracts = (from: string | RegExp, to: string): Patch =>
  rewriting(['getContracts'], (body) => body.replace(from, to));

export const PUBLIC_OPERATIONS: readonly Mutation[] = [
  demanding('ping')`ping-demands-a-key: Ping demands the three headers`(demandsKey('ping')),
  demanding('getServerTime')`time-demands-a-key: Server Time demands the three headers`(demandsKey('getServerTime')),
  demanding('getContracts')`contracts-demand-a-key: Contracts demands the three headers`(demandsKey('getContracts')),
  ...(['ping', 'getContracts'] as const).map((operationId) =>
    breaking(
      clauses.publicWithout,
      `shape/${operationId}/every-time`,
    )`${dashed(operationId)}-demands-a-key-later: ${operationId} demands the three headers from its second call on`(
      demandsKey(operationId, 2),
    ),
  ),
  demanding(
    'getContracts',
  )`contracts-forbidden-without-key: Contracts are forbidden without the three headers, and the refusal does not say so`(
    withoutKey({ status: 403, body: '' }),
  ),
  demanding('getContracts')`contracts-empty-without-key: Contracts are an empty list without the three headers`(
    withoutKey({ body: '{"code":"0","msg":"success","data":{"contracts":[]}}' }),
  ),
  ping`ping-not-empty: Ping returns a member`(rewriting(['ping'], () => '{"status":"ok"}')),
  ping`ping-answers-a-list: Ping returns an empty list`(rewriting(['ping'], () => '[]')),
  milliseconds`time-in-seconds: Server Time is in seconds`(
    time((body) => body.replace(/("serverTime":\d+)\d{3}/, '$1')),
  ),
  milliseconds`server-time-as-text: Server Time returns digits in a string`(
    time((body) => body.replace(/"serverTime":(\d+)/, '"serverTime":"$1"')),
  ),
  breaking(
    clauses.serverTime,
    'sign/hmac-sha256',
  )`server-time-of-a-time-zone: Server Time is eight hours ahead of the clock that timestamps are compared with`(
    time((body) => body.replace(/"serverTime":(\d+)/, (_, ms: string) => `"serverTime":${Number(ms) + 28_800_000}`)),
  ),
  breaking(
    clauses.serverTime,
    'shape/getServerTime/every-time',
  )`server-time-kept: Server Time is the same for a quarter of a minute`(
    givenAgain((operationId) => operationId === 'getServerTime', 15_000),
  ),
  zone`timezone-missing: Server Time returns no timezone`(time((body) => body.replace(/,"timezone":"[^"]*"/, ''))),
  zone`timezone-as-number: Server Time returns an offset in place of a name`(
    time((body) => body.replace(/"timezone":"[^"]*"/, '"timezone":0')),
  ),
  envelope`contracts-code-as-number: Contracts: code is a number`(contracts('"code":"0"', '"code":0')),
  refusal`contracts-code-not-zero: Contracts: success has the code "200"`(contracts('"code":"0"', '"code":"200"')),
  envelope`contracts-msg-as-number: Contracts: msg is a number`(contracts('"msg":"success"', '"msg":0')),
  envelope`contracts-msg-another-word: Contracts: the message of a success is another word`(
    contracts('"msg":"success"', '"msg":"OK"'),
  ),
  records`contracts-list-missing: Contracts: data has no contracts`(contracts(/"data":.*$/s, '"data":{}}')),
  records`contracts-first-field-missing: Contracts: records lack their first field`(
    contracts(/"ticker_id":"[^"]*",/g, ''),
  ),
  fields('| funding_rate | string (decimal) |')`contracts-field-missing: Contracts: records lack a field`(
    contracts(/"funding_rate":"[^"]*",/g, ''),
  ),
  decimal`contracts-decimal-as-number: Contracts: a price is a number`(
    contracts(/"last_price":"([^"]*)"/g, '"last_price":$1'),
  ),
  fields(
    '| timestamp | integer (milliseconds) |',
  )`contracts-timestamp-as-text: Contracts: the time of a record is a string`(
    contracts(/"timestamp":(\d+)/g, '"timestamp":"$1"'),
  ),
];
