import { COMMAND } from '../../core/command-name.js';
import { ArgumentError } from '../../core/errors.js';
import { openJournal, readJournal } from './run-journal.js';
import { createLedger, PREFIX } from './ledger.js';
import { counted } from '../model/counted.js';
import type { ConformanceOptions } from '../model/report-model.js';
import type { Timing } from '../call/timing.js';

/** Where `mutate` writes down its orders unless it is told otherwise. */
const FILE = 'futures-conformance-journal.jsonl';

/**
 * Begins a run in a journal.
 *
 * @throws {ArgumentError} When the file cannot be written to, or an earlier run left orders in it that are not proven to be gone.
 */
export function beginJournal(options: ConformanceOptions, baseUrl: URL, timing: Timing) {
  const { journal: file = FILE, permission, orders } = options;
  assertNothingLeft(file);
  const journal = openJournal(file);
  const run = process.getBuiltinModule('node:crypto').randomUUID();
  journal.write({ type: 'run', run, baseUrl: baseUrl.href, account: permission?.account ?? '' });
  const ledger = createLedger({ run, journal, prefix: orders?.prefix ?? PREFIX, now: timing.now });
  return { file, ledger, close: (): void => journal.close() };
}

function assertNothingLeft(file: string): void {
  const { size = 0 } = process.getBuiltinModule('node:fs').statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return;
  const { runs, orders, lost } = readJournal(file);
  const left = orders.filter(({ run, outcome }) => outcome !== 'refused' && runs.has(run)).length + lost.length;
  if (left === 0) return;
  const message =
    `journal: ${file} has ${counted(left, 'order')} of an earlier run, not proven to be gone. Nothing was sent. ` +
    `Clean up first (${COMMAND} conformance clean-up ${file}), or name another file.`;
  throw new ArgumentError(message, { field: 'journal' });
}
