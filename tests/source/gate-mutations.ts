/** Changes to a bundle that the truth gate has to report, each in one place. */
import { join, type Json, type JsonObject, locate } from './bundle.js';
import type { GateNode } from './truth-gate.js';

const order = '/paths/~1fapi~1v1~1order/post';
export const cancel = '/paths/~1fapi~1v1~1cancel/post';
const contracts = '/paths/~1pub~1contracts/get';
const profit = '/paths/~1fapi~1v1~1profitHistorical/post';
const history = '/paths/~1fapi~1v1~1orderHistorical/post';
const trades = '/paths/~1fapi~1v1~1myTrades/get';
const bodyOf = (operation: string): string => `${operation}/requestBody/content/application~1json/schema`;
const answerOf = (operation: string): string => `${operation}/responses/200/content/application~1json/schema`;
const record = `${answerOf(contracts)}/properties/data/properties/contracts/items`;

export interface Mutation {
  readonly title: string;
  /** Where the change is made, references followed; `key` is set to `value`, or removed when there is none. */
  readonly at: string;
  readonly key: string;
  readonly value?: Json;
  /** Pointer below `at` at which it is reported, when not at `key`. */
  readonly reported?: string;
  readonly fault?: GateNode['fault'];
  /** The same change is in order once the added node is marked. */
  readonly markable?: true;
}

export const [unmarked, marked, missing] = [
  'unmarked and not in the document',
  'declared, but marked',
  'declared, but missing',
] as const;
const observed = { 'x-evidence': 'observed' };
const openOrders = '/paths/~1fapi~1v1~1openOrders/get';

export const mutations: readonly Mutation[] = [
  {
    title: 'an unmarked request property',
    at: `${bodyOf(order)}/properties`,
    key: 'reduceOnly',
    value: {},
    markable: true,
  },
  {
    title: 'an unmarked property of a contract',
    at: `${record}/properties`,
    key: 'mark_price',
    value: {},
    markable: true,
  },
  {
    title: 'an unmarked property of an answer that is not shown',
    at: answerOf(order),
    key: 'properties',
    value: { orderId: {} },
    reported: '/properties/orderId',
  },
  {
    title: 'an unmarked property in an alternative of a declared answer',
    at: record,
    key: 'anyOf',
    value: [{ properties: { mark: {} } }],
    reported: '/anyOf/0/properties/mark',
  },
  {
    title: 'an unmarked parameter',
    at: `${trades}/parameters`,
    key: '-',
    value: { name: 'side', in: 'query', schema: {} },
    markable: true,
  },
  {
    title: 'a declared parameter in another place',
    at: `${trades}/parameters`,
    key: '-',
    value: { name: 'limit', in: 'header', schema: {} },
  },
  { title: 'an unmarked status', at: `${order}/responses`, key: '400', value: { description: '' }, markable: true },
  {
    title: 'a default response with content',
    at: `${order}/responses`,
    key: 'default',
    value: { description: '', content: {} },
    markable: true,
  },
  {
    title: 'an unmarked response header',
    at: `${order}/responses/200`,
    key: 'headers',
    value: { 'Retry-After': {} },
    reported: '/headers/Retry-After',
  },
  {
    title: 'an unmarked enum value in a declared list',
    at: `${bodyOf(order)}/properties/type/enum`,
    key: '-',
    value: 'STOP',
  },
  {
    title: 'an unmarked enum where no values are shown',
    at: `${record}/properties/product_type`,
    key: 'enum',
    value: ['Perpetual'],
    reported: '/enum/0',
  },
  {
    title: 'an unmarked const where no values are shown',
    at: `${record}/properties/contract_type`,
    key: 'const',
    value: 'Vanilla',
  },
  {
    title: 'an unmarked operation',
    at: '/paths/~1fapi~1v1~1order',
    key: 'delete',
    value: { operationId: 'deleteOrder' },
    markable: true,
  },
  {
    title: 'an unmarked operation on a new path',
    at: '/paths',
    key: '/fapi/v1/invented',
    value: { get: { operationId: 'getInvented' } },
    reported: '/~1fapi~1v1~1invented/get',
  },
  { title: 'an operation under another name', at: order, key: 'operationId', value: 'placeOrder', reported: '' },
  {
    title: 'an unmarked webhook',
    at: '',
    key: 'webhooks',
    value: { filled: { post: { operationId: 'filled' } } },
    reported: '/webhooks/filled/post',
  },
  {
    title: 'a request body where none is declared',
    at: '/paths/~1fapi~1v1~1ping/get',
    key: 'requestBody',
    value: { content: {} },
    markable: true,
  },
  { title: 'a default that is not declared', at: `${bodyOf(profit)}/properties/limit`, key: 'default', value: '100' },
  { title: 'another default', at: `${bodyOf(history)}/properties/limit`, key: 'default', value: '50' },
  {
    title: 'a maximum that is not declared',
    at: `${bodyOf(history)}/properties/limit`,
    key: 'x-maximum',
    value: '1000',
  },
  { title: 'a weight that is not declared', at: order, key: 'x-weight', value: 1 },
  { title: 'another weight', at: '/paths/~1fapi~1v1~1edit_lever/post', key: 'x-weight', value: 5 },
  { title: 'an unmarked security type', at: order, key: 'x-security-type', value: { type: 'TRADE' }, markable: true },
  { title: 'another security type', at: openOrders, key: 'x-security-type', value: { type: 'USER_DATA' } },
  { title: 'an unmarked rate limit', at: order, key: 'x-rate-limit', value: { requests: 20 }, markable: true },
  { title: 'an unmarked result', at: order, key: 'x-result', value: { schema: 'OrderReceipt' }, markable: true },
  { title: 'an unmarked error code', at: '/x-error-codes', key: '-', value: { code: '-9999' }, markable: true },
  {
    title: 'an unmarked property of a component nobody refers to',
    at: '/components/schemas',
    key: 'Stray',
    value: { properties: { a: {} } },
    reported: '/Stray/properties/a',
  },
  {
    title: 'an unmarked parameter component nobody refers to',
    at: '/components/parameters',
    key: 'Stray',
    value: { name: 'a', in: 'query' },
    markable: true,
  },
  { title: 'a lost request property', at: `${bodyOf(order)}/properties`, key: 'price', fault: missing },
  { title: 'a lost property of a contract', at: `${record}/properties`, key: 'funding_rate', fault: missing },
  {
    title: 'a lost enum value',
    at: `${bodyOf(order)}/properties/side`,
    key: 'enum',
    value: ['BUY'],
    reported: '/enum/-',
    fault: missing,
  },
  {
    title: 'a lost enum',
    at: `${bodyOf(order)}/properties/timeInForce`,
    key: 'enum',
    reported: '/enum/-',
    fault: missing,
  },
  { title: 'a lost default', at: `${bodyOf(history)}/properties/limit`, key: 'default', fault: missing },
  { title: 'a lost header parameter', at: cancel, key: 'parameters', reported: '/parameters/-', fault: missing },
  { title: 'a lost status', at: `${order}/responses`, key: '200', fault: missing },
  { title: 'a lost request body', at: order, key: 'requestBody', fault: missing },
  { title: 'a lost weight', at: '/paths/~1fapi~1v1~1edit_lever/post', key: 'x-weight', fault: missing },
  { title: 'a lost security type', at: openOrders, key: 'x-security-type', fault: missing },
  { title: 'a lost operation', at: '/paths/~1fapi~1v1~1cancel', key: 'post', fault: missing },
  {
    title: 'a declared request property marked observed',
    at: `${bodyOf(order)}/properties`,
    key: 'price',
    value: { type: 'number', ...observed },
    fault: marked,
  },
  {
    title: 'a declared property of a contract marked assumed',
    at: `${record}/properties`,
    key: 'bid',
    value: { 'x-evidence': 'assumed' },
    fault: marked,
  },
  {
    title: 'a declared record marked observed as a whole',
    at: record,
    key: 'x-evidence',
    value: 'observed',
    reported: '/properties/bid',
    fault: marked,
  },
  {
    title: 'a declared operation marked observed',
    at: cancel,
    key: 'x-evidence',
    value: 'observed',
    reported: '',
    fault: marked,
  },
  { title: 'a misspelt mark', at: `${bodyOf(order)}/properties`, key: 'reduceOnly', value: { 'x-evidence': 'seen' } },
];

/** Makes the change in a copy, and says where the gate has to report it. */
export function mutate(
  original: JsonObject,
  { at, key, value, reported }: Mutation,
): { bundle: JsonObject; pointer: string } {
  const bundle = structuredClone(original);
  const place = locate(bundle, at);
  if (Array.isArray(place.node)) {
    place.node.push(value ?? null);
    return { bundle, pointer: join(place.pointer, place.node.length - 1) };
  }
  if (typeof place.node !== 'object' || place.node === null) throw new Error(`nothing at ${at}`);
  if (value === undefined) delete place.node[key];
  else place.node[key] = value;
  return { bundle, pointer: reported === undefined ? join(place.pointer, key) : `${place.pointer}${reported}` };
}
