import { asNone } from '../findings/check.js';
import { callAndCancel, otherContracts, restingOrder, TRIED } from '../orders/orders.js';
import type { Session } from './session.js';

/** Another contract of the public list on which an order rests: the first one may be suspended. Throw-away targets only. */
export async function tradedContract(session: Session): Promise<string | undefined> {
  const context = session.context([]);
  const find = async (): Promise<string | undefined> => {
    for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
      const order = await restingOrder(context, contract);
      if ((await callAndCancel(context, 'createOrder', order, contract)).kind === 'accepted') return contract;
    }
    return undefined;
  };
  return find().catch(asNone);
}
