import { type Mutation, rewriting } from './mutation.js';

const RECORD = 'Contract record (public contracts response)';
const ENVELOPE = '`code` (string), `msg` (string), `data` (object) with `data.contracts` (array of contract records).';
const SUCCESS =
  'The public contracts response reports success with the code `0` and the message `success` in its envelope';

const mutation = (
  id: string,
  title: string,
  [heading, quote]: readonly [heading: string, quote: string],
  check: 'envelope' | 'fields' | 'decimals-are-text',
  change: (body: string) => string,
): Mutation => ({
  id: `contracts-${id}`,
  title: `Contracts: ${title}`,
  heading,
  quote,
  // A code that is no success is taken for a refusal before the envelope is judged.
  killedBy: [`shape/contracts/${check}`, 'shape/getContracts/success'],
  patch: rewriting(['getContracts'], change),
});

export const CONTRACTS: readonly Mutation[] = [
  mutation('code-as-number', 'code is a number', [RECORD, ENVELOPE], 'envelope', (body) =>
    body.replace('"code":"0"', '"code":0'),
  ),
  mutation('code-not-zero', 'success has the code "200"', ['Errors', SUCCESS], 'envelope', (body) =>
    body.replace('"code":"0"', '"code":"200"'),
  ),
  mutation('msg-as-number', 'msg is a number', [RECORD, ENVELOPE], 'envelope', (body) =>
    body.replace('"msg":"success"', '"msg":0'),
  ),
  mutation('msg-another-word', 'the message of a success is another word', ['Errors', SUCCESS], 'envelope', (body) =>
    body.replace('"msg":"success"', '"msg":"OK"'),
  ),
  mutation('list-missing', 'data has no contracts', [RECORD, ENVELOPE], 'envelope', (body) =>
    body.replace(/"data":.*$/s, '"data":{}}'),
  ),
  mutation('data-is-the-list', 'data is the list itself', [RECORD, ENVELOPE], 'envelope', (body) =>
    body.replace(/"data":\{"contracts":(.*)\}\}$/s, '"data":$1}'),
  ),
  mutation('field-missing', 'records lack a field', [RECORD, '| funding_rate | string (decimal) |'], 'fields', (body) =>
    body.replace(/"funding_rate":"[^"]*",/g, ''),
  ),
  mutation(
    'decimal-as-number',
    'a price is a number',
    [RECORD, '| last_price | string (decimal) |'],
    'decimals-are-text',
    (body) => body.replace(/"last_price":"([^"]*)"/g, '"last_price":$1'),
  ),
  mutation(
    'timestamp-as-text',
    'the time of a record is a string',
    [RECORD, '| timestamp | integer (milliseconds) |'],
    'fields',
    (body) => body.replace(/"timestamp":(\d+)/g, '"timestamp":"$1"'),
  ),
];
