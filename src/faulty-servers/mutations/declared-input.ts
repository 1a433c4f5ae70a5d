import { fieldOf } from '../../conformance/model/clauses.js';
import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import { acting, breaking, dashed, type Mutation } from './mutation.js';

const NO: Reply = { ok: false, code: '-1102', message: 'Forced parameter not sent, empty or incorrect format' };

/** Refuses what a row of the document declares: calls with this field (a value of it), or those without. */
const refusing = (
  operationId: OperationId,
  name: string,
  what: string,
  refused: (value: string | undefined, input: Fields) => boolean,
): Mutation =>
  breaking(
    fieldOf(operationId, name),
    `request/${operationId}/${name}`,
  )`${dashed(operationId)}-refuses-${dashed(what)}: ${operationId} refuses a call with ${what.replaceAll('-', ' ')}`(
    acting(operationId, (call, run) => (refused(call.input[name as keyof Fields], call.input) ? NO : run(call))),
  );

const value = (operationId: OperationId, name: string, text: string): Mutation =>
  refusing(operationId, name, `${name}-${text}`, (given) => given === text);
const absent = (operationId: OperationId, name: string): Mutation =>
  refusing(operationId, name, `no-${name}`, (given) => given === undefined);
const present = (operationId: OperationId, name: string): Mutation =>
  refusing(operationId, name, `a-${name}`, (given) => given !== undefined);

const HISTORIES = ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'] as const;

export const DECLARED_INPUT: readonly Mutation[] = [
  value('createOrder', 'type', 'MARKET'),
  value('createOrder', 'side', 'SELL'),
  value('createOrder', 'open', 'CLOSE'),
  ...['IOC', 'FOK', 'POST_ONLY'].map((text) => value('createOrder', 'timeInForce', text)),
  absent('createOrder', 'clientOrderId'),
  refusing('createOrder', 'clientOrderId', 'any-clientOrderId', (given) => given !== undefined),
  absent('createConditionOrder', 'price'),
  refusing(
    'createConditionOrder',
    'price',
    'type-MARKET-without-price',
    (given, { type }) => given === undefined && type === 'MARKET',
  ),
  absent('getOpenOrders', 'contractName'),
  absent('getProfitHistory', 'contractName'),
  absent('getTradeHistory', 'contractName'),
  ...HISTORIES.flatMap((operationId) => [
    present(operationId, 'limit'),
    absent(operationId, 'limit'),
    present(operationId, 'fromId'),
  ]),
  value('getTradeHistory', 'limit', '1000'),
  value('getOrderHistory', 'limit', '100'),
];
