import { wrong } from '../../core/argument.js';
import { COMMAND } from '../../core/command-name.js';
import { FuturesError } from '../../core/errors.js';
import { createFuturesClient } from '../../futures-client.js';
import { accountsOf, readAccounts } from '../../orders/account.js';
import { findOrder } from '../../orders/order-record.js';
import { differencesOf } from '../../orders/repeat.js';
import type { Submitted } from '../../orders/submitted.js';
import type { CallRequest } from '../call/call-options.js';
import type { CallTarget } from '../call/call-targets.js';
import { adviseOn, connectionOf } from '../call/advice.js';
import { inTime, readConnection, readHeaderOptions, readMilliseconds } from '../call/connection.js';
import { untilInterrupted } from '../call/run-call.js';
import { EXIT } from '../exit.js';
import { type AccountJournal, formerAccounts, openJournal, shownPlace } from '../journal-place.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { printable, toJsonLine } from '../printable.js';
import { reportError, reportUnprinted } from '../report-error.js';
import { written } from '../shell-words.js';
import { assertWithinPolicy } from './policy.js';

export interface SubmitRequest extends CallRequest, AccountJournal {
  readonly key: string;
  readonly policy?: string;
  readonly resolveWithin?: string;
}

/** Submits an order from the command line and reports what became of it; sets the exit code. */
export async function runSubmit(target: CallTarget, request: SubmitRequest): Promise<void> {
  try {
    const options = readConnection(target, request);
    const headers = readHeaderOptions(request);
    const within = request.resolveWithin;
    const resolveWithinMs = within === undefined ? undefined : readMilliseconds('--resolve-within', within);
    const input = { ...request.input, clientOrderId: request.key };
    const { journal, close } = await openJournal(request, { caller: 'submit', mustExist: false });
    try {
      const former = formerAccounts(request);
      const accounts = accountsOf({ accounts: readAccounts(options, former)() });
      // An order that the journal knows was within the policy, and is not sent again; another one under its key may be.
      const known = (await findOrder(journal, input, accounts))?.intent;
      const isNew = known === undefined || differencesOf(known.input, input).length > 0;
      const client = createFuturesClient({ ...options, journal, formerAccounts: former });
      const call = { headers, ...(resolveWithinMs === undefined ? {} : { resolveWithinMs }) };
      const result = await untilInterrupted(async (signal) => {
        if (isNew) {
          // Another name for the same job would be another order.
          if (request.key !== request.key.trim() || request.key.includes('${'))
            throw wrong('--key', 'begins or ends with a blank, or has a variable that the shell did not replace');
          let time: Promise<void> | undefined;
          const now = async (): Promise<number> => {
            await (time ??= inTime(client, target, request, signal));
            return Date.now() + client.clock.offsetMs;
          };
          if (request.policy !== undefined) await assertWithinPolicy(request.policy, input, journal, now);
          await now();
          // Of a damaged journal, nothing is sent.
          if (known === undefined && (await findOrder(journal, input))?.intent !== undefined)
            process.stderr.write(request.json ? `${toJsonLine({ note: OTHER_ACCOUNT })}\n` : `${OTHER_ACCOUNT}\n`);
        }
        return client.submitOrder(input as unknown as Parameters<typeof client.submitOrder>[0], { ...call, signal });
      });
      report(target, request, result);
    } finally {
      await close();
    }
  } catch (error) {
    // The same line again looks up an unknown outcome.
    const advice =
      error instanceof FuturesError && error.outcome !== 'unknown' ? adviseOn(error, target, request) : undefined;
    reportError(error, { json: request.json, advice });
  }
}

const OTHER_ACCOUNT =
  'The journal has an order under this key for another API key or address, and this one is sent beside it. Is it the same account? Then name what it had with --former-key or --former-base-url: the same line sends nothing then.';

const OF_OUTCOME = { accepted: EXIT.done, absent: EXIT.rejected, unknown: EXIT.unknown } as const;

function report(target: CallTarget, request: SubmitRequest, result: Submitted): void {
  const { outcome } = result;
  const { json } = request;
  process.exitCode = OF_OUTCOME[outcome];
  const row = rowOf(result);
  const text = json
    ? toJsonLine({ ...row, ...(outcome === 'unknown' ? { evidence: result.evidence } : {}) })
    : plainTable(
        [],
        Object.entries(row).map(([name, value]) => [name, printable(String(value))]),
      );
  print(text, (error) => reportUnprinted(target, row, error, json, outcome === 'accepted'));
  if (outcome !== 'unknown') return;
  const { table, formerBaseUrl } = request;
  // Another place, table, address or header would show another account's orders, or none.
  const same = { journal: shownPlace(request.journal), table, 'former-base-url': formerBaseUrl };
  // No key is shown.
  const keys = request.formerKey?.map(() => '<former key>');
  const recover = `${COMMAND} recover ${written({ ...same, 'former-key': keys, ...connectionOf(request) })}`;
  process.stderr.write(
    `OUTCOME UNKNOWN: THE ORDER MAY EXIST. Do not send it under another key. Run the same line again, or:\n  ${recover}\n`,
  );
}

/** A submitted order as a command prints it. */
function rowOf(result: Submitted): Readonly<Record<string, string | true>> {
  const { outcome, clientOrderId, isRepeat, journalError, cause } = result;
  const why = journalError ?? (outcome === 'unknown' ? cause : undefined);
  const orderId = outcome === 'accepted' ? result.orderId : undefined;
  return {
    ...{ outcome, clientOrderId },
    ...(orderId === undefined ? {} : { orderId }),
    ...(isRepeat === undefined ? {} : { isRepeat }),
    ...(why instanceof Error ? { why: why.message } : {}),
  };
}
