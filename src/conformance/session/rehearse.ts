import { jsonIn } from '../model/json-object.js';
import type { FieldName } from '../../../generated/description.js';
import { signingHeaders } from '../../../generated/names.js';
import { headerIn } from '../../recording/header-pairs.js';
import { declaredFields, type OperationId, operations } from '../model/operations.js';
import type { RawCall } from '../call/raw-call.js';

/**
 * The answers of a dry run: successes of a made-up exchange that remembers its open orders, so that the calls which
 * follow from answers are listed as well. How many there are in the end depends on the real answers.
 */
export function createRehearsal(): (call: RawCall) => string {
  const open = new Map<string, string>();
  let lastId = 256_609_229_205_684_228n;

  return ({ operationId, headers, body, target }) => {
    const input = readInput(body, target);
    const contract = input.contractName;
    if (operationId !== undefined && lacksField(operationId, input)) return '{"code":"-1102","msg":"missing"}';
    if (isOutOfTime(headers)) return '{"code":"-1021","msg":"late"}';
    switch (operationId) {
      case 'getServerTime':
        return `{"serverTime":${Date.now()},"timezone":"UTC"}`;
      case 'getContracts':
        return CONTRACTS;
      case 'createOrder': {
        const id = String(++lastId);
        if (input.timeInForce === undefined) open.set(id, contract ?? '');
        return `{"orderId":"${id}"}`;
      }
      case 'cancelOrder':
      case 'cancelAllOrders':
        for (const [id, where] of open) {
          const named = input.orderId === undefined || input.orderId === '' || input.orderId === id;
          if (named && (contract === undefined || contract === where)) open.delete(id);
        }
        return '{"code":"0"}';
      case 'getOpenOrders': {
        const ids = [...open].filter(([, where]) => contract === undefined || contract === where);
        return `[${ids.map(([id]) => `{"orderId":"${id}"}`).join()}]`;
      }
      case 'getOrder':
        return input.orderId === undefined ? '{"code":"0"}' : `{"orderId":"${input.orderId}","status":"CANCELED"}`;
      case 'getTradeHistory':
        return `[${Array.from({ length: Math.min(Number(input.limit ?? 100), 1000) }, (_, i) => `{"tradeId":"${i + 1}"}`).join()}]`;
      case undefined:
        return '{}';
      default:
        return operations[operationId].result === 'list' ? '[]' : '{"code":"0"}';
    }
  };
}

/** True for a timestamp out of the window: a check of timestamps goes on where stale calls are refused. */
function isOutOfTime(headers: RawCall['headers']): boolean {
  const sent = headerIn(headers, signingHeaders.timestamp);
  return sent !== undefined && !(Math.abs(Number(sent) - Date.now()) < WINDOW_MS);
}

const WINDOW_MS = 30_000;

type TextInput = { readonly [Name in FieldName]?: string };

/** A check that leaves fields out one by one goes on while it is refused. */
const lacksField = (operationId: OperationId, input: TextInput): boolean =>
  declaredFields(operations[operationId]).some(
    ({ name, required }) => required && input[name as FieldName] === undefined,
  );

const CONTRACTS = `{"code":"0","msg":"success","data":{"contracts":[${['BTC', 'ETH']
  .map((base) => `{"base_currency":"${base}","quote_currency":"USDT","last_price":"2.00"}`)
  .join()}]}}`;

function readInput(body: string | undefined, target: string): TextInput {
  if (body === undefined) return Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''));
  return { ...(jsonIn(body) as TextInput) };
}
