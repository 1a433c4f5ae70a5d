import { recordsOf, type SentCall, textOf } from '../call/answer.js';
import { cannotTell, type Context, Found, needAccepted } from '../engine/check.js';
import type { OwnOrder } from './ledger.js';
import { LOOKS } from './orders.js';
import { NotPermitted } from '../engine/safety.js';
import type { World } from '../engine/world.js';

/** Long after the window of any timestamp that was observed: what has not come up by then was not taken. */
const LONG_AGO_MS = 60_000;

/**
 * Cancels, by id, the orders of this run that are still open, and looks again. Returns what could not be shown to be
 * gone, as contract and id.
 */
export async function cleanUp(world: World): Promise<readonly string[]> {
  const exchanges: SentCall[] = [];
  const context = world.context(exchanges);
  for (const contract of new Set(world.ledger.open.map((order) => order.contract))) {
    try {
      await cleanContract(world, context, contract);
    } catch (error) {
      if (!(error instanceof Found) && !(error instanceof NotPermitted)) throw error;
    }
  }
  // Of a refused order that no list shows, the refusal is proof enough.
  const left = world.ledger.open.filter(({ outcome }) => outcome !== 'refused');
  return left.map(nameOf);
}

/** An order for a person: its contract, and its id or else the name that the kit gave it. */
export const nameOf = ({ contract, orderId, clientOrderId }: OwnOrder): string =>
  `${contract} ${orderId || clientOrderId}`;

async function cleanContract({ ledger }: World, context: Context, contract: string): Promise<void> {
  const ours = ledger.open.filter((order) => order.contract === contract);
  let records = await openRecords(context, contract);
  for (const record of records) {
    const order = ours.find((each) => isThat(each, record));
    if (order === undefined) continue;
    ledger.keep({ ...order, orderId: record.id });
    await context.call('cancelOrder', { contractName: contract, orderId: record.id });
  }
  for (const waitMs of LOOKS) {
    if (waitMs > 0) await context.pause(waitMs);
    records = await openRecords(context, contract);
    if (!records.some((record) => ours.some((order) => isThat(order, record)))) break;
  }
  const areNamed = records.every(({ name }) => name !== undefined);
  for (const order of ours) {
    if (!records.some((record) => isThat(order, record)) && isProven(order, areNamed)) ledger.gone(order);
  }
}

/** An order whose id is not known is gone when it would be seen by its name, and is not on its way any more. */
function isProven({ orderId, outcome, atMs }: OwnOrder, areNamed: boolean): boolean {
  if (orderId !== '') return true;
  return areNamed && (outcome === 'refused' || Date.now() - atMs > LONG_AGO_MS);
}

interface OpenRecord {
  readonly id: string;
  /** The fields' names are observed (unknown `response.open-orders`). */
  readonly name: string | undefined;
}

const isThat = ({ orderId, clientOrderId }: OwnOrder, { id, name }: OpenRecord): boolean =>
  id === orderId || name === clientOrderId;

async function openRecords(context: Context, contract: string): Promise<readonly OpenRecord[]> {
  const reading = needAccepted(await context.call('getOpenOrders', { contractName: contract }), 'getOpenOrders');
  const records = recordsOf(reading) ?? cannotTell('the open orders are no list of records');
  return records.map((record) => ({
    id: textOf(record['orderId']) ?? cannotTell('a record of the open orders has no orderId'),
    name: textOf(record['clientId']) ?? textOf(record['clientOrderId']),
  }));
}
