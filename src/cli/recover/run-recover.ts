import { createFuturesClient } from '../../futures-client.js';
import type { Recovery } from '../../orders/recover.js';
import type { CallRequest } from '../call/call-options.js';
import type { CallTarget } from '../call/call-targets.js';
import { readConnection, readHeaderOptions } from '../call/connection.js';
import { untilInterrupted } from '../call/run-call.js';
import { type AccountJournal, formerAccounts, openJournal } from '../journal-place.js';
import { reportError } from '../report-error.js';

/** Looks up the open orders of a journal and passes on what was found; an error sets the exit code. */
export async function runRecover(
  target: CallTarget,
  request: CallRequest & AccountJournal,
  show: (recovery: Recovery) => void,
): Promise<void> {
  try {
    const options = readConnection(target, request);
    const headers = readHeaderOptions(request);
    const { journal, close } = await openJournal(request, { caller: 'recover', mustExist: true });
    try {
      const client = createFuturesClient({ ...options, journal, formerAccounts: formerAccounts(request) });
      show(await untilInterrupted((signal) => client.recover({ headers, signal })));
    } finally {
      await close();
    }
  } catch (error) {
    reportError(error, { json: request.json });
  }
}
