import { type OperationId, operations } from '../operations.js';
import { type Reading, recordsOf, resultOf, textOf, type ResultRecord } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import type { Placed } from '../engine/check.js';
import type { JournalOrder, JournalWriter } from './run-journal.js';
import { NotPermitted } from '../engine/safety.js';

/*
 *   sent ─► accepted, with or without an id ─► cancelled ─► gone: a look at the open orders does not show it any more
 *      └──► refused, or no answer: the clean-up looks for its clientOrderId all the same
 */

/** An order that a run has sent, and what is known of it. */
export type OwnOrder = JournalOrder & { readonly cancelled: boolean };

/** The orders of a run that may still be there. Each is in the journal before it is sent. */
export interface Ledger {
  readonly open: readonly OwnOrder[];
  /** @throws {NotPermitted} When the call would place an order that could not be told from somebody else's. */
  before(operationId: OperationId, input: AnyInput): void;
  after(operationId: OperationId, input: AnyInput, reading: Reading): void;
  /** Takes in a list of the open orders of one contract, rightly asked for. */
  looked(contract: string, reading: Reading): void;
  /** Notes the id of an order. */
  keep(order: Placed): void;
  gone(order: OwnOrder): void;
}

interface LedgerOptions {
  /** Names the run in the journal. */
  readonly run?: string;
  readonly journal?: JournalWriter;
  /** Begins every clientOrderId. */
  readonly prefix: string;
  /** Orders of an earlier run that are to be cleaned up now. */
  readonly earlier?: readonly JournalOrder[];
}

export function createLedger({ run = '', journal, prefix, earlier = [] }: LedgerOptions): Ledger {
  let open: readonly OwnOrder[] = earlier.map((order) => ({ ...order, cancelled: false }));
  let n = 0;

  const change = (order: OwnOrder, part: Partial<OwnOrder>): void => {
    open = open.map((each) => (each.run === order.run && each.n === order.n ? { ...each, ...part } : each));
  };

  function answered(order: OwnOrder, answer: Pick<OwnOrder, 'orderId' | 'outcome'>): void {
    change(order, answer);
    journal?.write({ type: 'answer', run: order.run, n: order.n, ...answer });
  }

  function gone(order: OwnOrder): void {
    open = open.filter((each) => each.run !== order.run || each.n !== order.n);
    journal?.write({ type: 'gone', run: order.run, n: order.n });
  }

  function looked(contract: string, reading: Reading): void {
    const ids = recordsOf(reading)?.map((record) => textOf(record['orderId']));
    if (ids === undefined || ids.includes(undefined)) return;
    const seen = new Set(ids);
    // An order that was not cancelled may be missing because it has not come up yet.
    const cancelled = open.filter((order) => order.cancelled && order.contract === contract);
    for (const order of cancelled) if (!seen.has(order.orderId)) gone(order);
  }

  return {
    get open() {
      return open;
    },
    before(operationId, input) {
      if (operationId !== 'createOrder') return;
      const [contract, clientOrderId] = [textOf(input.contractName), textOf(input.clientOrderId)];
      if (contract === undefined || clientOrderId?.startsWith(prefix) !== true) {
        throw new NotPermitted(
          'an order without a contract and a clientOrderId of this run is not sent in mode mutate',
        );
      }
      const order = { run, n: ++n, contract, clientOrderId, atMs: Date.now() };
      journal?.write({ type: 'order', ...order });
      open = [...open, { ...order, orderId: '', outcome: 'sent', cancelled: false }];
    },
    after(operationId, input, reading) {
      const { kind } = reading;
      if (operationId === 'createOrder' && kind !== 'unclear' && kind !== 'none') {
        const sent = open.findLast(({ clientOrderId }) => clientOrderId === input.clientOrderId);
        const receipt = resultOf(reading, 'object') as ResultRecord | undefined;
        const outcome = kind === 'accepted' ? kind : 'refused';
        if (sent !== undefined) answered(sent, { orderId: textOf(receipt?.['orderId']) ?? '', outcome });
      }
      if (kind !== 'accepted' || operations[operationId].effect !== 'wipe') return;
      const [contract, id] = [textOf(input.contractName), textOf(input.orderId)];
      const reached = open.filter(
        (order) =>
          order.orderId !== '' &&
          (contract === undefined || order.contract === contract) &&
          (id === undefined || order.orderId === id),
      );
      for (const order of reached) change(order, { cancelled: true });
    },
    looked,
    keep({ clientOrderId, orderId }) {
      const order = open.findLast((each) => each.clientOrderId === clientOrderId && each.orderId === '');
      if (order !== undefined && orderId !== '') answered(order, { orderId, outcome: 'accepted' });
    },
    gone,
  };
}
