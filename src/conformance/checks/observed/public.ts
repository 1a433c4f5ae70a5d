import type { UnknownId } from '../../../../generated/description.js';
import type { JsonRecord } from '../../../core/json/decode.js';
import { isJsonObject } from '../../model/json-object.js';
import { operations } from '../../model/operations.js';
import type { Reading } from '../../call/answer.js';
import type { CheckRow } from '../../findings/check.js';
import { answerTo, valuesOf, writtenRecords } from './forms.js';
import { observation, responseObservation } from './observation.js';

function contractsIn(reading: Reading): readonly JsonRecord[] {
  const [result] = writtenRecords(reading, operations.getContracts);
  const list: unknown = result?.['contracts'];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

const onContracts = (
  name: string,
  title: string,
  question: UnknownId,
  read: (list: readonly JsonRecord[]) => unknown,
): CheckRow =>
  responseObservation('getContracts', { id: `shape/contracts/${name}`, title, question }, (reading) =>
    read(contractsIn(reading)),
  );

/** The numbers of digits in the times of a list: 10 are seconds, 13 milliseconds. */
const digits = (list: readonly JsonRecord[], name: string): readonly string[] =>
  [...new Set(list.map((record) => (record[name] === 0 ? 'zero' : `${String(record[name]).length} digits`)))].slice(
    0,
    5,
  );

export const publicObservations: readonly CheckRow[] = [
  responseObservation(
    'getServerTime',
    { id: 'shape/time/zone-name', title: 'which name timezone has', question: 'time.zone-name' },
    (reading) => valuesOf(writtenRecords(reading, operations.getServerTime), 'timezone'),
  ),
  onContracts('product-types', 'which product types there are', 'contracts.product-type', (list) =>
    valuesOf(list, 'product_type'),
  ),
  onContracts('contract-types', 'which contract types there are', 'contracts.contract-type', (list) =>
    valuesOf(list, 'contract_type'),
  ),
  onContracts(
    'creation-and-expiry',
    'how many digits the times of a contract have',
    'contracts.timestamps',
    (list) => ({
      creation_timestamp: digits(list, 'creation_timestamp'),
      expiry_timestamp: digits(list, 'expiry_timestamp'),
    }),
  ),
  observation({
    id: 'shape/contracts/names',
    title: 'whether ticker_id is the name that trading uses',
    question: 'contracts.names',
    operations: ['getContracts'],
    async look(context) {
      const list = contractsIn(await answerTo(context, operations.getContracts));
      return {
        contractName: context.contract,
        amongTickerIds: list.some((record) => record['ticker_id'] === context.contract),
        tickerIds: valuesOf(list, 'ticker_id').slice(0, 3),
      };
    },
  }),
];
