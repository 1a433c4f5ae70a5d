import type { UnknownId } from '../../../../generated/description.js';
import type { Name } from '../../../core/named.js';
import type { JsonRecord } from '../../../core/json/decode.js';
import { isJsonObject } from '../../model/json-object.js';
import type { Reading } from '../../call/answer.js';
import type { CheckRow } from '../../findings/check.js';
import { answerTo, valuesOf, writtenRecords } from './forms.js';
import { observe, observeResponse } from './observation.js';

export function contractsIn(reading: Reading): readonly JsonRecord[] {
  const [result] = writtenRecords(reading, 'getContracts');
  const list: unknown = result?.['contracts'];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

const onContracts =
  (question: UnknownId) =>
  (...name: Name) =>
  (read: (list: readonly JsonRecord[]) => unknown): CheckRow =>
    observeResponse(question, 'getContracts')(...name)((reading) => read(contractsIn(reading)));

/** The numbers of digits in the times of a list: 10 are seconds, 13 milliseconds. */
const digits = (list: readonly JsonRecord[], name: string): readonly string[] =>
  [...new Set(list.map((record) => (record[name] === 0 ? 'zero' : `${String(record[name]).length} digits`)))].slice(
    0,
    5,
  );

export const publicObservations: readonly CheckRow[] = [
  observeResponse('time.zone-name', 'getServerTime')`shape/time/zone-name: which name timezone has`((reading) =>
    valuesOf(writtenRecords(reading, 'getServerTime'), 'timezone'),
  ),
  onContracts('contracts.product-type')`shape/contracts/product-types: which product types there are`((list) =>
    valuesOf(list, 'product_type'),
  ),
  onContracts('contracts.contract-type')`shape/contracts/contract-types: which contract types there are`((list) =>
    valuesOf(list, 'contract_type'),
  ),
  onContracts(
    'contracts.timestamps',
  )`shape/contracts/creation-and-expiry: how many digits the times of a contract have`((list) => ({
    creation_timestamp: digits(list, 'creation_timestamp'),
    expiry_timestamp: digits(list, 'expiry_timestamp'),
  })),
  observe('contracts.names', 'getContracts')`shape/contracts/names: whether ticker_id is the name that trading uses`(
    async (context) => {
      const list = contractsIn(await answerTo(context, 'getContracts'));
      return {
        contractName: context.contract,
        amongTickerIds: list.some((record) => record['ticker_id'] === context.contract),
        tickerIds: valuesOf(list, 'ticker_id').slice(0, 3),
      };
    },
  ),
];
