import { vi } from 'vitest';
import type { OpenOrder, OrderHistoryRecord } from '../../generated/client.js';
import type { FuturesClient } from '../../src/index.js';
import type { SubmitClient } from '../../src/orders/submit.js';
import { AS_USUAL, type Reply, serve } from '../support/scripted-service.js';
import { START_MS } from './desk.js';

/** Get Order Details that knows contractName only, as the document declares it: the newest order of the contract. */
export function ignoreSelector(client: SubmitClient, { getSomeOrder }: Pick<FuturesClient, 'getSomeOrder'>): void {
  client.getOrder = ({ contractName }, options) => getSomeOrder({ contractName }, options);
}

/** Rows without the id of the client (it is observed in open orders once), or with what stands for none. */
export function changeRowIds(client: SubmitClient, clientId: string | undefined): void {
  const { getOpenOrders, getOrderHistory } = client;
  const change = <T extends OpenOrder | OrderHistoryRecord>(row: T) => ({ ...row, clientId }) as T;
  client.getOpenOrders = async (...given) => (await getOpenOrders(...given)).map(change);
  client.getOrderHistory = async (...given) => (await getOrderHistory(...given)).map(change);
}

export interface Script {
  /** Date header minus true time. */
  dateAheadMs?: number;
  /** The clock of this machine is set by so much, five seconds after the response was lost. */
  stepMs?: number;
  /** Clock of the machine that answers /time, minus that of the machine that dates orders. */
  timeAheadMs?: number;
  stamp?: (trueMs: number) => unknown;
  /** The responses of the history. */
  history?: (own: Record<string, unknown> | undefined) => unknown[];
  isOpen?: boolean;
  /** The rows of the open orders, where it is more than one. */
  spreads?: (own: Record<string, unknown>) => object[];
  selects?: boolean;
  /** True when orders carry the id of the client. */
  rowIds?: boolean;
  /** The fields that orders show otherwise. */
  shown?: (clientOrderId: string) => Record<string, unknown>;
}

/** A service that takes one order and loses its answer, and a client of it; the clock is vitest's. */
export function createExchange({
  dateAheadMs,
  stepMs = 0,
  timeAheadMs = 0,
  stamp = (ms) => ms,
  history,
  isOpen = true,
  spreads,
  selects = true,
  rowIds = true,
  shown = () => ({}),
}: Script) {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  let skewMs = 0;
  let asked = '';
  let own: Record<string, unknown> | undefined;
  const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
  const reply: Reply = async ({ operationId, body = '', target }) => {
    await wait(1);
    let data: unknown = null;
    let answer: unknown;
    switch (operationId) {
      case 'ping':
        answer = {};
        break;
      case 'getServerTime':
        answer = { serverTime: Date.now() + timeAheadMs };
        break;
      case 'createOrder': {
        asked = String((JSON.parse(body) as Record<string, unknown>)['clientOrderId']);
        own = {
          orderId: '77',
          ...(rowIds ? { clientOrderId: asked, clientId: asked } : {}),
          contractName: 'E-BTC-USDT',
          side: 'BUY',
          action: 'OPEN',
          type: 'LIMIT',
          price: '60000.10',
          origQty: '2',
          transactTime: stamp(Date.now()),
          ...shown(asked),
        };
        setTimeout(() => (skewMs += stepMs), 5000);
        throw new Error('reset');
      }
      case 'getOrder':
        data = selects && own && (body + decodeURIComponent(target)).includes(asked) ? own : null;
        answer = data === null ? { code: '-2013', msg: 'no such order', data: null } : own;
        break;
      case 'getOpenOrders':
        answer = isOpen && own ? (spreads?.(own) ?? [own]) : [];
        break;
      case 'getOrderHistory':
        answer = history ? history(own) : [];
        break;
      case 'getTradeHistory':
        answer = [];
        break;
    }
    await wait(1);
    const date = dateAheadMs !== undefined && new Date(Date.now() + dateAheadMs).toUTCString();
    return { text: JSON.stringify(answer), ...(date && { headers: { date } }) };
  };
  return serve([reply], { ...AS_USUAL, now: () => Date.now() + skewMs });
}
