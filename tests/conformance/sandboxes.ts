import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { createFuturesClient } from '../../src/conveniences/create-client.js';

const CREDENTIALS = { apiKey: 'sandbox-Key-One', apiSecret: 'sandbox-Secret-One' };

/** An account with more trades than a page holds, and an isolated position away from the contracts under test. */
async function prepare(): Promise<{ readonly state: unknown; readonly positionId: string }> {
  const sandbox = createSandbox({ accounts: [CREDENTIALS] });
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: CREDENTIALS, fetch: sandbox.fetch });
  const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', volume: 1, positionType: 1, timeInForce: 'IOC' } as const;
  for (let i = 0; i < 505; i++) {
    await client.createOrder({ ...order, side: 'BUY', open: 'OPEN', price: '66000' });
    await client.createOrder({ ...order, side: 'SELL', open: 'CLOSE', price: '64000' });
  }
  const isolated = { ...order, contractName: 'E-ORCA-USDT', positionType: 2, side: 'BUY', open: 'OPEN' } as const;
  await client.createOrder({ ...isolated, price: '2' });
  const positionId = String(sandbox.state.accounts[0]!.positions[0]!.positionId);
  return { state: sandbox.snapshot(), positionId };
}

let prepared: ReturnType<typeof prepare> | undefined;

/** A sandbox over HTTP that has everything the checks ask for. */
export async function startSandbox(options: SandboxOptions = {}) {
  const { state, positionId } = await (prepared ??= prepare());
  const sandbox = createSandbox({ accounts: [CREDENTIALS], ...options, restore: state });
  const { url, close } = await sandbox.listen();
  return { baseUrl: url, credentials: CREDENTIALS, existing: { positionId }, sandbox, close };
}
