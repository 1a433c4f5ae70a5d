/** The prose of the declared bundle against the words of the service document, sentence by sentence. */
import type { ServiceDocument } from './service-document.js';

/** Words alone: punctuation, letter case, mark-up and placeholders do not count. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[A-Z_]+>/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/_]+/gu, ' ')
    .trim();

/** `next_funding_rate` and `clientOrderId` as words. */
const nameInWords = (name: string): string => plain(name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' '));

/** Sentences that say how the description is written, and nothing about the service. */
const ABOUT_ITSELF: readonly string[] = [
  'How sure each fact is',
  'A fact without a mark is declared: the service document says it.',
  'A node that carries `x-evidence` is not declared, and `x-evidence-note` says where it comes from.',
  'What the document does not show is listed question by question in `openapi/unknowns.yaml`;',
  '`x-unknowns` on an operation names the questions that touch it in particular, `x-unknowns-general` those that touch every call.',
  'The default does not resolve, so that no call leaves by mistake.',
  'Declared as a string, so the maximum stands in `x-maximum`.',
  'States, events, errors',
];

/** Sentences in other words, each with the words of the document that it stands for. */
export const REWORDED: readonly (readonly [ours: string, document: string])[] = [
  [
    'Creates a limit or market order on a named contract.',
    'create limit or market orders and condition (trigger) orders on a named contract',
  ],
  [
    'Creates a condition (trigger) order on a named contract.',
    'create limit or market orders and condition (trigger) orders on a named contract',
  ],
  [
    'Cancels one order, or all orders under one contract.',
    'cancel one order, all orders under one contract, or all open orders',
  ],
  ['Reads an order.', 'read an order, open orders, order history, realized profit history and trade history'],
  [
    'The payload is a JSON body of a GET.',
    'Get Order Details | GET | /fapi/v1/order | none declared | JSON body: contractName',
  ],
  ['Reads open orders.', 'read an order, open orders, order history, realized profit history and trade history'],
  ['The speed limit is defined by the exchange.', '| speed limit | Get Open Orders | defined by the exchange |'],
  [
    'Reads the order history of a contract.',
    'read an order, open orders, order history, realized profit history and trade history',
  ],
  ['Default of limit: 100.', '| limit default | Get Trade History, Get Order History | 100 |'],
  [
    'Reads the realized profit history.',
    'read an order, open orders, order history, realized profit history and trade history',
  ],
  ['None of the fields is required.', 'none required'],
  ['Reads the trade history.', 'read an order, open orders, order history, realized profit history and trade history'],
  ['None of the parameters is required.', 'none required'],
  [
    'Switches the position mode of a contract.',
    'switch the position mode (net or two-way) and the margin mode (cross or isolated) of a contract',
  ],
  [
    'Switches the margin mode of a contract.',
    'switch the position mode (net or two-way) and the margin mode (cross or isolated) of a contract',
  ],
  [
    'Adjusts the margin of an open position.',
    'adjust the margin of an open position and change the leverage of a contract',
  ],
  [
    'Changes the leverage of a contract.',
    'adjust the margin of an open position and change the leverage of a contract',
  ],
  ['Weight 1.', '| weight | Adjust Position Margin, Change Leverage Ratio | 1 each |'],
  [
    'Reads the server time.',
    'read public data: liveness check, server time, and the list of contracts with market statistics',
  ],
  ['JSON with serverTime and timezone.', 'JSON: serverTime, timezone'],
  [
    'Reads the list of contracts with market statistics.',
    'read public data: liveness check, server time, and the list of contracts with market statistics',
  ],
  ['JSON envelope with code, msg and data.contracts.', 'JSON envelope with code, msg, data.contracts'],
  ['Envelope of the contracts response.', 'in its envelope (code and msg are strings)'],
  [
    'It reports success with the code `0` and the message `success` (code and msg are strings).',
    'reports success with the code `0` and the message `success` in its envelope (code and msg are strings)',
  ],
  ['`0` reports success.', 'reports success with the code `0`'],
  ['`success` reports success.', 'the message `success`'],
  ['The data of the contracts response.', '`data` (object) with `data.contracts` (array of contract records)'],
  [
    'Allowed values: not shown.',
    'Allowed values of triggerType, open, side and type in Create Condition Order: not shown',
  ],
  [
    'Maximum: not shown.',
    'the maximum page size of Get Order History and Get Profit History, and weights of the other endpoints: not shown',
  ],
  ['No unit is declared.', '| creation_timestamp | integer |'],
  ['This endpoint declares it as a string.', 'The declared type of X-CH-TS differs per endpoint and is given below'],
  ['This endpoint declares it as an integer.', 'The declared type of X-CH-TS differs per endpoint and is given below'],
  [
    'HMAC-SHA256 signature made with the API secret, the secret being the key of the HMAC.',
    'HMAC-SHA256 signature made with the API secret, <SIGNING_SECRET> being the key of the HMAC',
  ],
  ['Signed calls carry three headers: X-CH-APIKEY, X-CH-SIGN and X-CH-TS.', 'Signed calls carry three headers'],
  [
    'Orders, condition orders, history, position and margin settings, leverage and public data.',
    'orders, condition orders, cancellation, order/trade/profit history, position and margin settings, leverage, and three public endpoints',
  ],
  [
    'Numeric request-rate limits, the maximum page size of Get Order History and Get Profit History, and weights of the endpoints other than Adjust Position Margin and Change Leverage Ratio: not shown.',
    'Numeric request-rate limits, the maximum page size of Get Order History and Get Profit History, and weights of the other endpoints: not shown',
  ],
  ['The base address of the service.', 'The base address is {base_url}'],
];

const OURS: ReadonlySet<string> = new Set([...ABOUT_ITSELF, ...REWORDED.map(([ours]) => ours)].map(plain));

/** True when the document has these words. */
export const isSaid = (document: ServiceDocument, text: string): boolean =>
  ` ${plain(document.text)} `.includes(` ${plain(text)} `);

/** The sentences of a text that the document does not have, in its own words or as the name of a field. */
export function foreignSentences(document: ServiceDocument, text: string, field?: string): string[] {
  const said = ` ${plain(document.text)} `;
  const name = field === undefined ? undefined : nameInWords(field);
  return sentencesOf(text).filter((sentence) => {
    const words = plain(sentence.replace(/^Rule \d+ \(declared\): /u, ''));
    const rest = name !== undefined && words.startsWith(`${name} `) ? words.slice(name.length + 1) : words;
    const isFound = said.includes(` ${words} `) || said.includes(` ${rest} `);
    return words !== '' && !isFound && words !== name && !OURS.has(words);
  });
}

/** Lines of a list and headings are sentences of their own. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n\s*- |\n(?=#)/u)
    .flatMap((part) => part.replaceAll(/\s+/gu, ' ').split(/(?<=[.;])\s+/u))
    .map((sentence) => sentence.replace(/^[#\s-]+/u, '').trim());
}
