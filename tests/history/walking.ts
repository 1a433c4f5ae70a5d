import { iterateTradeHistory } from '../../src/history/iterate.js';
import { serve } from '../support/scripted-service.js';
import { idsUpTo, ModelHistory, type Rules } from './model-history.js';

export const forward: Rules = { fromId: 'up', inclusive: true, begins: 'oldest', order: 'ascending', cap: 100 };
export const ids = idsUpTo(
  2n ** 62n,
  Array.from({ length: 350 }, () => 1),
);
export const idText = ids.map(String);

export const all = async <T>(records: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const record of records) found.push(record);
  return found;
};

export const tradeIds = async (model: ModelHistory, input?: object): Promise<(string | undefined)[]> =>
  (await all(iterateTradeHistory(model, input))).map(({ tradeId }) => tradeId);

interface Walk {
  /** The ids of the records that were given out, in order. */
  readonly seen: string[];
  readonly error: unknown;
}

/** Walks to the end of the trade history, or to the failure that ends it before. */
export async function walk(model: ModelHistory, input: Parameters<typeof iterateTradeHistory>[1] = {}): Promise<Walk> {
  const seen: string[] = [];
  try {
    for await (const { tradeId } of iterateTradeHistory(model, input)) seen.push(tradeId!);
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}

/** A client of a service that gives these bodies, one after the other, and then nothing. */
export function scripted(...bodies: string[]) {
  const { client, requests: sent } = serve([...bodies, '[]'].map((text) => ({ text })));
  return { client, sent };
}
