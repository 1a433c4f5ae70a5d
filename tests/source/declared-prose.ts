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
  'States, events, errors',
];

/** Sentences in other words, by the words of the document that each stands for. */
const BY_QUOTE: Readonly<Record<string, readonly string[]>> = {
  'create limit or market orders and condition (trigger) orders on a named contract': [
    'Creates a limit or market order on a named contract.',
    'Creates a condition (trigger) order on a named contract.',
  ],
  'cancel one order, all orders under one contract, or all open orders': [
    'Cancels one order, or all orders under one contract.',
  ],
  'read an order, open orders, order history, realized profit history and trade history': [
    'Reads an order.',
    'Reads open orders.',
    'Reads the order history of a contract.',
    'Reads the realized profit history.',
    'Reads the trade history.',
  ],
  'Get Order Details | GET | /fapi/v1/order | none declared | JSON body: contractName': [
    'The payload is a JSON body of a GET.',
  ],
  '| speed limit | Get Open Orders | defined by the exchange |': ['The speed limit is defined by the exchange.'],
  '| limit default | Get Trade History, Get Order History | 100 |': ['Default of limit: 100.'],
  'none required': ['None of the fields is required.', 'None of the parameters is required.'],
  'switch the position mode (net or two-way) and the margin mode (cross or isolated) of a contract': [
    'Switches the position mode of a contract.',
    'Switches the margin mode of a contract.',
  ],
  'adjust the margin of an open position and change the leverage of a contract': [
    'Adjusts the margin of an open position.',
    'Changes the leverage of a contract.',
  ],
  '| weight | Adjust Position Margin, Change Leverage Ratio | 1 each |': ['Weight 1.'],
  'read public data: liveness check, server time, and the list of contracts with market statistics': [
    'Reads the server time.',
    'Reads the list of contracts with market statistics.',
  ],
  'JSON: serverTime, timezone': ['JSON with serverTime and timezone.'],
  'JSON envelope with code, msg, data.contracts': ['JSON envelope with code, msg and data.contracts.'],
  'in its envelope (code and msg are strings)': ['Envelope of the contracts response.'],
  'reports success with the code `0` and the message `success` in its envelope (code and msg are strings)': [
    'It reports success with the code `0` and the message `success` (code and msg are strings).',
  ],
  'reports success with the code `0`': ['`0` reports success.'],
  'the message `success`': ['`success` reports success.'],
  '`data` (object) with `data.contracts` (array of contract records)': ['The data of the contracts response.'],
  'Allowed values of triggerType, open, side and type in Create Condition Order: not shown': [
    'Allowed values: not shown.',
  ],
  'the maximum page size of Get Order History and Get Profit History, and weights of the other endpoints: not shown': [
    'Maximum: not shown.',
  ],
  '| creation_timestamp | integer |': ['No unit is declared.'],
  'The declared type of X-CH-TS differs per endpoint and is given below': [
    'This endpoint declares it as a string.',
    'This endpoint declares it as an integer.',
  ],
  'HMAC-SHA256 signature made with the API secret, <SIGNING_SECRET> being the key of the HMAC': [
    'HMAC-SHA256 signature made with the API secret, the secret being the key of the HMAC.',
  ],
  'Signed calls carry three headers': ['Signed calls carry three headers: X-CH-APIKEY, X-CH-SIGN and X-CH-TS.'],
  'orders, condition orders, cancellation, order/trade/profit history, position and margin settings, leverage, and three public endpoints':
    ['Orders, condition orders, history, position and margin settings, leverage and public data.'],
  'Numeric request-rate limits, the maximum page size of Get Order History and Get Profit History, and weights of the other endpoints: not shown':
    [
      'Numeric request-rate limits, the maximum page size of Get Order History and Get Profit History, and weights of the endpoints other than Adjust Position Margin and Change Leverage Ratio: not shown.',
    ],
  'The base address is {base_url}': ['The base address of the service.'],
};

export const REWORDED = Object.entries(BY_QUOTE).flatMap(([document, all]) =>
  all.map((ours) => [ours, document] as const),
);

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
