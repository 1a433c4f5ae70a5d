import { COMMAND } from '../../core/command-name.js';
import { Command, Option } from 'commander';
import { onInterrupt } from '../interrupt.js';
import { type CommandSurroundings, loadKit } from './surroundings.js';
import {
  callOptions,
  type CleanUpRequest,
  type ConformanceRequest,
  reportOption,
  type TargetRequest,
  targetOptions,
} from './conformance-options.js';
import { minCoverageOption } from './min-coverage.js';
import { once, repeatable } from '../options.js';
import { callerCommand } from './caller.js';
import { observeCommand } from './observe.js';

const REAL: CommandSurroundings = {
  kit: loadKit,
  selftest: async () => (await import('./selftest-on-all-cores.js')).selftestOnAllCores,
  env: process.env,
  stdout: process.stdout,
  terminal: { input: process.stdin, output: process.stderr },
  onInterrupt,
  exit: (code) => void (process.exitCode = code),
};

/**
 * `futures conformance`: judges a server by the service document; `replay` runs one check of a report again, `compare` shows
 * what differs between two reports, `clean-up` cancels what a run left behind, `observe` judges recorded traffic.
 */
export function conformanceCommand(around: CommandSurroundings = REAL): Command {
  const command = new Command('conformance')
    // Arguments after `replay` belong to it.
    .enablePositionalOptions()
    .description('Test a server against the specification. Read-only by default.')
    .addOption(
      new Option('--mode <mode>', 'what may be done to the account; selftest judges the kit itself')
        .choices(['read', 'sandbox', 'mutate', 'selftest'])
        .default('read'),
    )
    .addOption(repeatable('--check <address>', 'a check, or the beginning of some (sign/); repeatable', 'all'))
    .addOption(
      repeatable('--operation <name>', 'an operation that the server has, where it has only some; repeatable', 'all'),
    )
    .addOption(reportOption())
    .addOption(once('--known-failures <file>', 'checks that are expected to fail, one address in a line'));
  for (const option of targetOptions()) command.addOption(option);
  command
    .addOption(once('--shard <part/parts>', 'judges a part of the servers of mode selftest: 1/2 is one half'))
    .addOption(once('--seed <number>', 'seed of made-up inputs'))
    .addOption(once('--budget <calls>', 'most calls of a whole run in mode read (not of chosen checks); default 100'))
    .option('--strict', 'count a declared check that found nothing to judge as a failure')
    .addOption(minCoverageOption())
    .option('--public-only', 'run what needs no credentials, and nothing else')
    .option('--dry-run', 'list the calls, and send none')
    .option('--json', 'print the report as JSON')
    .option('--list', 'list the checks, and send nothing');
  for (const option of command.options) option.helpGroup(groupOf(option.attributeName()));
  (command.options as Option[]).sort((a, b) => rankOf(a.attributeName()) - rankOf(b.attributeName()));
  return command
    .addHelpText('after', HELP)
    .action(async (request: ConformanceRequest) => {
      const { runConformanceCommand } = await import('./run-conformance.js');
      around.exit(await runConformanceCommand(request, around));
    })
    .addCommand(replayCommand(around))
    .addCommand(compareCommand(around))
    .addCommand(cleanUpCommand(around))
    .addCommand(observeCommand(around))
    .addCommand(callerCommand(around));
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'What to test:': ['mode', 'baseUrl', 'check', 'operation', 'existing', 'publicOnly', 'list'],
  'Permissions:': ['allowHost', 'allowWipe', 'account', 'journal', 'dryRun'],
  'Reports:': ['report', 'knownFailures', 'strict', 'minCoverage', 'json'],
};

const HEADINGS = [...Object.keys(GROUPS), 'Expert:'];

/** The last group takes what no other names. */
const rankOf = (name: string): number =>
  HEADINGS.findIndex((heading) => GROUPS[heading]?.includes(name) ?? heading === HEADINGS.at(-1));

const groupOf = (name: string): string => HEADINGS[rankOf(name)]!;

function replayCommand(around: CommandSurroundings): Command {
  const command = new Command('replay')
    .description(
      'Run one check of a JSON report again, re-signed, and print its calls. Takes mode and seed from the report; ' +
        'give --price, --volume, --code and --existing again.',
    )
    .argument('<report>', 'file that --report json=… has written')
    .argument('<check>', 'address of the check');
  for (const option of targetOptions()) command.addOption(option);
  return command
    .addHelpText(
      'after',
      '\nExit codes: 0 the check did not fail; 1 it failed, or could not be judged; 2 the command line is wrong, or the report has no such check; 3 not confirmed.',
    )
    .action(async (file: string, id: string, request: TargetRequest) => {
      const { replay } = await import('./replay.js');
      around.exit(await replay(file, id, request, around));
    });
}

function compareCommand(around: CommandSurroundings): Command {
  return new Command('compare')
    .description('Show what differs between two JSON reports: two deployments, or yesterday and today. Sends nothing.')
    .argument('<first>', 'file that --report json=… has written')
    .argument('<second>', 'the later report, or that of the other deployment')
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', COMPARE_HELP)
    .action(async (first: string, second: string, request: { json?: true }) => {
      const { compare } = await import('./compare.js');
      around.exit(compare([first, second], request, around));
    });
}

const COMPARE_HELP = `
Durations, calls and the order of checks do not count. Limits in time agree where one limit fits both measurements.

Exit codes:
  0  no difference
  1  worse: a declared fact fails in the second report that did not fail in the first
  2  the command line is wrong, or a file is not a report
  7  different in other ways: something no longer fails or is no longer judged, or an open question has another answer`;

function cleanUpCommand(around: CommandSurroundings): Command {
  const [timeout, rate] = callOptions();
  return new Command('clean-up')
    .description('Cancel what a run in mode mutate left behind: the orders of its journal, one by one, and no other.')
    .argument('<journal>', 'file that the run has written')
    .addOption(once('--base-url <url>', 'address that the run went to; default FUTURES_URL'))
    .addOption(once('--account <label>', 'label of the account, as it was given for the run'))
    .addOption(timeout!)
    .addOption(rate!)
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is left behind; 1 an order could not be shown to be gone; 2 the command line or the journal is wrong; 3 not confirmed.',
    )
    .action(async (file: string, request: CleanUpRequest) => {
      const { cleanUp } = await import('./clean-up.js');
      around.exit(await cleanUp(file, request, around));
    });
}

const HELP = `
Key and secret are read from FUTURES_API_KEY and FUTURES_API_SECRET.

Examples:
  ${COMMAND} conformance --base-url https://futures.example --report junit=report.xml --report html=report.html
  ${COMMAND} conformance --base-url https://futures.example --check sign/ --existing contractName=E-BTC-USDT
  ${COMMAND} conformance --mode selftest
  ${COMMAND} conformance compare yesterday.json today.json
  ${COMMAND} conformance replay report.json sign/getOpenOrders/without-key --base-url https://futures.example
  ${COMMAND} conformance --base-url https://futures.example --mode mutate --allow-host futures.example --allow-wipe cancelOrder
  ${COMMAND} conformance clean-up futures-conformance-journal.jsonl --base-url https://futures.example
  ${COMMAND} conformance observe traffic.har

Exit codes:
  0  every declared check that was made is decided, none failed, and no known failure passed
  1  otherwise; or the kit failed, nothing could be judged, credentials are missing, or the run ended early
  2  the command line is wrong; nothing was sent
  3  not confirmed; nothing was sent
  8  as 0, but less of the description was judged than --min-coverage asks for`;
