import { Command } from 'commander';
import { operations } from '../../../generated/operations.js';
import { COMMAND } from '../../core/command-name.js';
import type { Recovery } from '../../orders/recover.js';
import { readRequest, sharedOptions } from '../call/call-options.js';
import type { CallTarget } from '../call/call-targets.js';
import { EXIT } from '../exit.js';
import { type AccountJournal, journalOptions, type JournalPlace, shownPlace } from '../journal-place.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { printable, toJsonLine } from '../printable.js';
import { written } from '../shell-words.js';

const target: CallTarget = { name: 'createOrder', operation: operations.createOrder, fields: [], wipes: false };

const NOT_THE_MARKET = `That says nothing about open orders at the service: ${COMMAND} call getOpenOrders`;

const TAKEN: readonly string[] = ['baseUrl', 'dialect', 'dialectOption', 'header', 'timeout', 'json'];

/** `futures recover`: finds out what became of the orders that a journal has left open. */
export function recoverCommand(): Command {
  const command = new Command('recover').description(
    'Find out what became of the orders that a journal has left open. Only reads from the service.',
  );
  const shared = sharedOptions().filter((option) => TAKEN.includes(option.attributeName()));
  for (const option of [...journalOptions(), ...shared]) command.addOption(option);
  return command
    .addHelpText(
      'after',
      `\nExit codes: 0 no order in the journal is undecided any more; 2 wrong command line; 3 the journal cannot be used; 5 an order is unknown, a line is damaged, or another process works on an order; 10 only orders of other accounts are undecided.\n\nExample:\n  ${COMMAND} recover --journal orders.journal`,
    )
    .action(async () => {
      const request = { ...command.opts<AccountJournal>(), ...readRequest(target, command) };
      const { runRecover } = await import('./run-recover.js');
      await runRecover(target, request, (recovery) => report(recovery, request));
    });
}

/** The next steps after what was found, one in a line. */
export function notesOf(
  { orders, damaged, leased, otherAccounts, journalError }: Recovery,
  { journal, table }: JournalPlace,
): readonly string[] {
  const unknown = orders.filter(({ outcome }) => outcome === 'unknown');
  const isUnseen = ({ evidence }: (typeof orders)[number]): boolean => evidence.every(({ said }) => said === 'failed');
  const seen = unknown.find((order) => !isUnseen(order));
  const place = written({ journal: shownPlace(journal), table, account: seen?.account });
  const notes = [
    [journalError !== undefined, `RUN IT AGAIN, MORE MAY BE UNDECIDED: ${printable(String(journalError))}`],
    [
      leased > 0,
      `${leased} undecided: another process works on them, or crashed less than a lease ago. Run it again later.`,
    ],
    [
      otherAccounts > 0,
      `UNDECIDED ORDERS OF OTHER ACCOUNTS: ${otherAccounts}, not looked up. Is it this account, with a new API key or base URL? Add --former-key or --former-base-url. Else run it with their key.`,
    ],
    [
      unknown.some(isUnseen),
      'Where no lookup got through, THE ORDER MAY EXIST. Change what is wrong, then run this again; do not settle before.',
    ],
    [
      seen !== undefined,
      `Look at the service for what is unknown, but not while it may still be accepted, then settle it, such as:\n  ${COMMAND} settle ${printable(seen?.clientOrderId ?? '')} <accepted or absent> ${place}`,
    ],
    [
      damaged.some(isLost),
      'A damaged line cannot be settled. Look at the service for the order that it may have been, settle the undecided orders, then start a new journal: it knows none of the old keys.',
    ],
  ] as const;
  return notes.flatMap(([applies, note]) => (applies ? [note] : []));
}

/** A line that was cut is one that was never finished, before anything was sent. */
const isLost = ({ kind }: Recovery['damaged'][number]): boolean => kind !== 'cut';

function report(recovery: Recovery, request: JournalPlace & { readonly json: boolean }): void {
  const { orders, damaged, leased, otherAccounts, journalError } = recovery;
  const lost = damaged.filter(isLost);
  const isUnknown = orders.some(({ outcome }) => outcome === 'unknown');
  const elsewhere = otherAccounts > 0 ? EXIT.otherAccounts : EXIT.done;
  const isOpen = isUnknown || lost.length > 0 || leased > 0 || journalError !== undefined;
  process.exitCode = isOpen ? EXIT.unknown : elsewhere;
  const notes = notesOf(recovery, request);
  if (notes.length > 0) process.stderr.write(`${notes.join('\n')}\n`);
  if (request.json) return print(toJsonLine({ orders, damaged, leased, otherAccounts, journalError }));
  const rows = orders.map((order) => [
    order.outcome,
    printable(order.clientOrderId),
    order.outcome === 'accepted' ? (order.orderId ?? '') : '',
    printable(((order.journalError ?? order.cause) as Partial<Error> | undefined)?.message ?? ''),
  ]);
  const lines = [
    ...(rows.length > 0 ? [plainTable(['outcome', 'clientOrderId', 'orderId', 'why'], rows)] : []),
    ...lost.map(({ line, text }) => `DAMAGED  line ${line} may have been an order: ${printable(text).slice(0, 200)}`),
    ...(rows.length + notes.length === 0 ? [`No order in this journal is undecided. ${NOT_THE_MARKET}`] : []),
  ];
  if (lines.length > 0) print(lines.join('\n'));
}
