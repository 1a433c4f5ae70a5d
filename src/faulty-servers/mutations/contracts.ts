import type { Patch } from '../../sandbox/stages.js';
import { breaking, type Mutation, rewriting } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

const envelope = breaking(clauses.contractsSuccess, 'shape/contracts/envelope');
/** A code other than success is taken for a refusal before the envelope is judged. */
const refusal = breaking(clauses.success, 'shape/getContracts/success');
const fields = (quote: string) => breaking({ ...clauses.contractFields, quote }, 'shape/contracts/fields');
/** No record is where the declared ones are. */
const records = breaking(clauses.contractFields, 'shape/contracts/fields');
const decimal = breaking(clauses.contractDecimals, 'shape/contracts/decimals-are-text');

const contracts = (from: string | RegExp, to: string): Patch =>
  rewriting(['getContracts'], (body) => body.replace(from, to));

export const CONTRACTS: readonly Mutation[] = [
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
