import { type Mutation, rewriting } from './mutation.js';
import { SUCCESS, type Words } from './words.js';

/** The clauses that each kind of fault breaks, and the check that has to find it. */
const FAULTS = {
  envelope: {
    killedBy: ['shape/contracts/envelope'],
    breaks: [
      {
        heading: 'Errors',
        quote:
          'The public contracts response reports success with the code `0` and the message `success` in its envelope (code and msg are strings).',
      },
    ],
  },
  /** A code other than success is taken for a refusal before the envelope is judged. */
  refusal: { killedBy: ['shape/getContracts/success'], breaks: [SUCCESS] },
  /** No record is where the declared ones are. */
  records: { killedBy: ['shape/contracts/fields'], breaks: [record('| ticker_id | string |')] },
  decimal: { killedBy: ['shape/contracts/decimals-are-text'], breaks: [record('| last_price | string (decimal) |')] },
} as const;

function record(quote: string): Words {
  return { heading: 'Contract record (public contracts response)', quote };
}

const mutation = (
  id: string,
  title: string,
  fault: Pick<Mutation, 'killedBy' | 'breaks'>,
  change: (body: string) => string,
): Mutation => ({
  ...fault,
  id: `contracts-${id}`,
  title: `Contracts: ${title}`,
  patch: rewriting(['getContracts'], change),
});

export const CONTRACTS: readonly Mutation[] = [
  mutation('code-as-number', 'code is a number', FAULTS.envelope, (body) => body.replace('"code":"0"', '"code":0')),
  mutation('code-not-zero', 'success has the code "200"', FAULTS.refusal, (body) =>
    body.replace('"code":"0"', '"code":"200"'),
  ),
  mutation('msg-as-number', 'msg is a number', FAULTS.envelope, (body) => body.replace('"msg":"success"', '"msg":0')),
  mutation('msg-another-word', 'the message of a success is another word', FAULTS.envelope, (body) =>
    body.replace('"msg":"success"', '"msg":"OK"'),
  ),
  mutation('list-missing', 'data has no contracts', FAULTS.records, (body) =>
    body.replace(/"data":.*$/s, '"data":{}}'),
  ),
  mutation('data-is-the-list', 'data is the list itself', FAULTS.records, (body) =>
    body.replace(/"data":\{"contracts":(.*)\}\}$/s, '"data":$1}'),
  ),
  mutation('first-field-missing', 'records lack their first field', FAULTS.records, (body) =>
    body.replace(/"ticker_id":"[^"]*",/g, ''),
  ),
  mutation(
    'field-missing',
    'records lack a field',
    { ...FAULTS.records, breaks: [record('| funding_rate | string (decimal) |')] },
    (body) => body.replace(/"funding_rate":"[^"]*",/g, ''),
  ),
  mutation('decimal-as-number', 'a price is a number', FAULTS.decimal, (body) =>
    body.replace(/"last_price":"([^"]*)"/g, '"last_price":$1'),
  ),
  mutation(
    'timestamp-as-text',
    'the time of a record is a string',
    { ...FAULTS.records, breaks: [record('| timestamp | integer (milliseconds) |')] },
    (body) => body.replace(/"timestamp":(\d+)/g, '"timestamp":"$1"'),
  ),
];
