import type { SandboxOptions } from '../../src/sandbox/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';

const CREDENTIALS = { apiKey: 'sandbox-Key-One', apiSecret: 'sandbox-Secret-One' };

/** A sandbox over HTTP that has everything the checks ask for. */
export async function startSandbox(options: SandboxOptions = {}) {
  const { sandbox, positionId } = createPrepared({ accounts: [CREDENTIALS], ...options });
  const { url, close } = await sandbox.listen();
  return { baseUrl: url, credentials: CREDENTIALS, existing: { positionId }, sandbox, close };
}
