import { errorCodes } from '../../../generated/error-codes.js';
import { COMMAND } from '../../core/command-name.js';

export type CodeMeaning = (typeof errorCodes)[string];

/** Advice after an error code of the service, for every command that gives one. */
export function whatToDo(code: string): string {
  if (!Object.hasOwn(errorCodes, code)) return UNLISTED;
  const { outcome, order } = errorCodes[code]!;
  return REMEDIES[code] ?? (order === undefined ? BY_OUTCOME[outcome] : ABOUT_AN_ORDER[order]);
}

const UNLISTED =
  'The meaning of this code is not known: read the message beside it. It proves nothing about an order that you look up.';

const BY_OUTCOME: Readonly<Record<CodeMeaning['outcome'], string>> = {
  rejected: 'Fix what the code names, then retry.',
  unknown: 'Look before you repeat an order: getOrder by clientOrderId, getOpenOrders, getTradeHistory.',
};

/** A look-up leaves nothing to fix, and an order that is sent again because of this response may be there twice. */
const ABOUT_AN_ORDER: Readonly<Record<NonNullable<CodeMeaning['order']>, string>> = {
  'not-found':
    'Not found proves nothing yet: an order that was just sent can still arrive. Do not send it again because of this. ' +
    'Check contractName and the id. Look again after 9 s, also in getOpenOrders, getOrderHistory and getTradeHistory, ' +
    'or let submitOrder or recover find out.',
  settled:
    'The order may be filled, cancelled or unknown: the code does not say which. Do not cancel or send anything again ' +
    'before you have looked: getOrder by its id, then getTradeHistory.',
};

/** Where more can be done than to fix what the code names. */
const REMEDIES: Readonly<Record<string, string>> = {
  '-1002': 'Check FUTURES_API_KEY, the rights of the key and the path. Do not retry.',
  '-1003':
    'Wait, and send fewer requests. The client pauses by itself before the next one; a new command does not know of it.',
  '-1015': 'Send fewer orders. Nothing was ordered by this request (assumed).',
  '-1021': `Set the clock of this machine, and send milliseconds: X-CH-TS has 13 digits, seconds have 10. Compare the clocks: ${COMMAND} sign --explain --base-url <url> --method GET --target /fapi/v1/time. Then send the call again: each gets a new timestamp; but look an order up first where the code came 3 s or more after the request. An order of submitOrder: under the same clientOrderId.`,
  '-1022': `Do not retry unchanged. Find the mistake: ${COMMAND} sign --explain --signature <X-CH-SIGN> --timestamp <X-CH-TS> --method <method> --target <target> --body <body>, with FUTURES_API_SECRET set`,
  '-1023': 'Send the header X-CH-TS. The client sends it.',
  '-1024': 'Send the header X-CH-SIGN. The client sends it.',
  '-1121': 'Check contractName: it has the form E-BTC-USDT (observed), and is not the ticker_id of getContracts.',
};
