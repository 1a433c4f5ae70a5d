import { type Report, runConformance } from '../../src/conformance/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';

export const CREDENTIALS = { apiKey: 'sandbox-Key-One', apiSecret: 'sandbox-Secret-One' };

/** A sandbox over HTTP that has everything the checks ask for. */
export async function startSandbox(options: SandboxOptions = {}) {
  const { sandbox, positionId } = createPrepared({ accounts: [CREDENTIALS], ...options });
  const { url, close } = await sandbox.listen();
  return { baseUrl: url, credentials: CREDENTIALS, existing: { positionId }, sandbox, close };
}

let whole: Promise<Report> | undefined;

/** The report of every check on the sandbox over HTTP. It takes long, so all tests of a worker look at one. */
export const wholeReport = (): Promise<Report> => (whole ??= judgeWhole());

async function judgeWhole(): Promise<Report> {
  const { close, ...target } = await startSandbox();
  return runConformance({ ...target, mode: 'sandbox' }).finally(close);
}
