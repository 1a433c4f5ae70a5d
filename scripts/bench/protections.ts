import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFuturesClient, type FuturesClientOptions } from 'futures-trading-client';
import { createFileJournal } from 'futures-trading-client/journal';
import { createRateLimiter } from 'futures-trading-client/limits';
import type { Row } from './block.js';
import { compare, type Size } from './rounds.js';
import { CREDENTIALS, ORDER_INPUT, RECEIPT } from './samples.js';

const answer = { status: 200, header: () => undefined, text: RECEIPT };

const PLAIN: FuturesClientOptions = {
  baseUrl: 'https://bench.invalid',
  credentials: CREDENTIALS,
  transport: () => Promise.resolve(answer),
};

const order = (more: Partial<FuturesClientOptions> = {}) => {
  const client = createFuturesClient({ ...PLAIN, ...more });
  return () => client.createOrder(ORDER_INPUT);
};

/** What each protection costs: a signed createOrder on a transport that answers at once, with it over without it. */
export async function protections(): Promise<Row[]> {
  const rows: Row[] = [];
  const against = async (
    what: string,
    ours: () => unknown,
    theirs = order(),
    more: Partial<Row> & { size?: Size } = {},
  ): Promise<void> => {
    const { size, ...limits } = more;
    rows.push({ what, value: await compare({ ours, theirs }, size), ...limits });
  };
  await against("the service's clock (the default) / clock: 'local'", order(), order({ clock: 'local' }));
  const limiter = createRateLimiter({ limits: { total: { weight: 1_000_000, perSeconds: 1 } } });
  await against('a rate budget / the default, which only reacts', order({ limiter }));
  await against('a logger at info, the default level / none', order({ logger: () => {} }));
  await against('a logger that is told everything / none', order({ logger: () => {}, logLevel: 'debug' }));
  const client = createFuturesClient(PLAIN);
  await against('submitOrder / createOrder', () => client.submitOrder(ORDER_INPUT));
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const journal = await createFileJournal(join(folder, 'orders.jsonl'));
  // Rounds of a few calls: each waits for the disk twice.
  const withJournal = (): unknown => client.submitOrder(ORDER_INPUT, { journal });
  await against('submitOrder with a journal on disk / createOrder', withJournal, order(), {
    size: { rounds: 10, roundMs: 0.2, clock: 'wall' },
  });
  await journal.close();
  await rm(folder, { recursive: true });
  return rows;
}
