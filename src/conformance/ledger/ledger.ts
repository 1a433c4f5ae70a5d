import { isOtherContract } from '../../core/same-order.js';
import { addTo } from '../model/groups.js';
import { type OperationId, operations } from '../model/operations.js';
import { type Reading, receiptOf, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import type { Placed } from '../findings/check.js';
import { NotPermitted } from '../call/safety.js';
import { ListHabits } from './list-habits.js';
import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import type { JournalOrder, JournalWriter } from './run-journal.js';

/*
 *   sent ─► accepted, with or without an id ─► cancelled ─► gone: the open orders do not show it any more
 *      └──► refused, or no answer: the clean-up looks for its clientOrderId all the same
 */

/** Begins every clientOrderId of every run unless the options say otherwise. */
export const PREFIX = 'fcheck-';

/** An order that a run has sent, and what is known of it. */
export interface OwnOrder extends JournalOrder {
  readonly cancelled: boolean;
  /** True when a complete response came, a success or not. */
  readonly answered: boolean;
}

/** Condition orders take no clientOrderId: they are known by their id alone. */
export const isCondition = ({ clientOrderId }: OwnOrder): boolean => clientOrderId === '';

interface LedgerOptions {
  readonly run?: string;
  readonly journal?: JournalWriter;
  /** Begins every clientOrderId; the stamp of the run follows. */
  readonly prefix: string;
  readonly earlier?: readonly JournalOrder[];
  /** Orders of the same runs that are gone. */
  readonly ended?: readonly JournalOrder[];
  readonly now: () => number;
}

export type Ledger = ReturnType<typeof createLedger>;

/** The orders of a run that may still be there. Each is in the journal before it is sent. */
export function createLedger({ run = '', journal, earlier = [], ended = [], now, ...options }: LedgerOptions) {
  // With the number of the order, 20 characters: some services take no more.
  const seconds = Math.trunc(now() / 1000).toString(36);
  const prefix = `${options.prefix}${seconds}${crypto.randomUUID().slice(0, 3)}-`;
  let open: readonly OwnOrder[] = earlier.map((order) => ({ ...order, cancelled: false, answered: false }));
  const sent: Pick<JournalOrder, 'run' | 'n' | 'contract' | 'clientOrderId' | 'orderId'>[] = [...earlier, ...ended];
  const contracts = new Set(sent.map(({ contract }) => contract));
  /** The contracts of each id: a service may count the orders of each contract by itself. */
  const ids = new Map<string, string[]>();
  for (const { orderId, contract } of sent) if (orderId !== '') addTo(ids, orderId, contract);
  const names = new Map<string, number>();
  const count = (name: string): unknown => name !== '' && names.set(name, (names.get(name) ?? 0) + 1);
  for (const { clientOrderId } of sent) count(clientOrderId);
  const habits = new ListHabits();
  const vanished: OwnOrder[] = [];
  let showsNames = false;

  const same = (one: JournalOrder, other: JournalOrder): boolean => one.run === other.run && one.n === other.n;
  const change = (order: OwnOrder, part: Partial<OwnOrder>): void => {
    open = open.map((each) => (same(each, order) ? { ...each, ...part } : each));
  };

  /** Writes down what has happened: a disk that is full must not keep an order from being cancelled. */
  function note(entry: Parameters<JournalWriter['write']>[0]): void {
    try {
      journal?.write(entry);
    } catch {
      // The next run finds the order in the journal, and looks for it.
    }
  }

  function add(contract: string, clientOrderId: string, write = journal?.write, ofRun = run): OwnOrder {
    const n = 1 + Math.max(0, ...sent.map((order) => (order.run === ofRun ? order.n : 0)));
    const order = { run: ofRun, n, contract, clientOrderId, atMs: now() };
    write?.({ type: 'order', ...order });
    const own: OwnOrder = { ...order, orderId: '', outcome: 'sent', cancelled: false, answered: false };
    open = [...open, own];
    sent.push(own);
    contracts.add(contract);
    count(clientOrderId);
    return own;
  }

  function answered(order: OwnOrder, answer: Pick<OwnOrder, 'orderId' | 'outcome'>): void {
    change(order, { ...answer, answered: true });
    if (answer.orderId !== '') addTo(ids, answer.orderId, order.contract);
    note({ type: 'answer', run: order.run, n: order.n, ...answer });
  }

  function gone(order: OwnOrder): void {
    open = open.filter((each) => !same(each, order));
    note({ type: 'gone', run: order.run, n: order.n });
  }

  return {
    /** Begins every clientOrderId of this run and of no other: two runs may share an account. */
    prefix,
    get open() {
      return open;
    },
    /** Contracts on which the run has sent an order. */
    contracts: contracts as ReadonlySet<string>,
    habits,
    /** Orders that were cancelled and that lists show no more. */
    vanished: vanished as readonly OwnOrder[],
    /** True when the run has placed the order, also one that was taken for gone. */
    isOurs: ({ id, name, contract }: OpenRecord): boolean =>
      (name !== undefined && names.has(name)) ||
      ((name === undefined || !showsNames) &&
        ids.get(id)?.some((own) => contract === undefined || !isOtherContract(contract, own)) === true),
    /** Takes in if a list shows orders of the run by their names: then one with another name is not of it. */
    noteNames(records: readonly OpenRecord[]): void {
      showsNames ||= records.some(({ id, name = '' }) => ids.has(id) && names.has(name));
    },
    /** True for an order whose name another one has, too: a look-up by it may find that one. */
    isNamesake: ({ clientOrderId }: OwnOrder): boolean => names.get(clientOrderId)! > 1,
    /** True for a name as this run, and others, give them. */
    isOfSomeRun: (name = ''): boolean =>
      [PREFIX, options.prefix].some((beginning) => beginning !== '' && name.startsWith(beginning)),
    /**
     * Writes down an order that is about to be sent; undefined for other calls.
     *
     * @throws {NotPermitted} When the call would place an order that could not be told from others.
     */
    before(operationId: OperationId, input: AnyInput): OwnOrder | undefined {
      if (operationId !== 'createOrder' && operationId !== 'createConditionOrder') return undefined;
      const [contract, clientOrderId] = [textOf(input.contractName), textOf(input.clientOrderId)];
      if (contract !== undefined && operationId === 'createConditionOrder') return add(contract, '');
      if (contract === undefined || clientOrderId?.startsWith(prefix) !== true) {
        throw new NotPermitted(
          'an order without a contract and a clientOrderId of this run is not sent in mode mutate',
        );
      }
      return add(contract, clientOrderId);
    },
    after(operationId: OperationId, input: AnyInput, reading: Reading, placed: OwnOrder | undefined): void {
      const { kind } = reading;
      if (placed !== undefined && kind !== 'none') {
        const orderId = receiptId(reading) ?? '';
        answered(placed, { orderId, outcome: kind === 'accepted' ? kind : isProof(reading) ? 'refused' : 'sent' });
      }
      if (kind !== 'accepted' || operations[operationId].effect !== 'wipe') return;
      const [contract, id] = [textOf(input.contractName), textOf(input.orderId)];
      const reached = open.filter(
        (order) =>
          order.orderId !== '' &&
          (contract === undefined || order.contract === contract) &&
          // The document does not show whether a bulk cancel reaches condition orders.
          (id === undefined ? !isCondition(order) : order.orderId === id),
      );
      for (const order of reached) change(order, { cancelled: true });
    },
    /** Takes in a list of the open orders of one contract, rightly asked for. */
    looked(contract: string, reading: Reading): void {
      const records = openRecordsOf(reading, contract);
      if (records === undefined) return;
      const seen = new Set(records.map(({ id }) => id));
      if (records.some(({ id, name = '' }) => ids.has(id) && names.has(name))) habits.showsNames = true;
      const here = open.filter((order) => order.contract === contract && !isCondition(order) && order.orderId !== '');
      for (const order of here.filter(({ cancelled }) => !cancelled))
        habits.note(order.orderId, seen.has(order.orderId));
      if (!habits.isSteady) return;
      // An order that no list has shown yet may be missing because it has not come up.
      const missing = here.filter(({ cancelled, orderId }) => cancelled && !seen.has(orderId));
      for (const order of missing.filter(({ orderId }) => habits.hasShown(orderId))) {
        vanished.push(order);
        gone(order);
      }
    },
    keep({ clientOrderId, orderId }: Placed): void {
      if (orderId === '' || open.some((each) => each.orderId === orderId)) return;
      const order = open.findLast((each) => each.clientOrderId === clientOrderId && each.orderId === '');
      if (order !== undefined) answered(order, { orderId, outcome: 'accepted' });
    },
    /** The order of a record that is ours; written down now when it was not known, or was taken for gone. */
    claim({ id, name = '', contract }: OpenRecord & { readonly contract: string }): OwnOrder {
      const known = open.find((order) => order.orderId === id && !isOtherContract(contract, order.contract));
      if (known !== undefined) return known;
      const nameless = open.find((order) => name !== '' && order.clientOrderId === name && order.orderId === '');
      // In the journal it belongs to the run that gave its name.
      const namesake = sent.find(({ clientOrderId, orderId }) =>
        name === '' ? orderId === id : clientOrderId === name,
      );
      const order = nameless ?? add(contract, name, note, namesake?.run);
      answered(order, { orderId: id, outcome: 'accepted' });
      return open.find((each) => same(each, order))!;
    },
    gone,
  };
}

/** A 2xx that names an error code may have acted all the same, and so may a 5xx. */
const isProof = ({ kind, status = 0 }: Reading): boolean =>
  (kind === 'refused' || kind === 'limited') && status >= 400 && status < 500;

function receiptId(reading: Reading): string | undefined {
  const receipt = receiptOf(reading);
  const [id] = (['orderId', 'triggerIds', 'ids'] as const).flatMap((name) => receipt?.[name] ?? []);
  return textOf(id);
}
