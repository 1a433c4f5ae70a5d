import pc from 'picocolors';
import { Command } from 'commander';
import { credentialsFromEnv } from '../../client/signing/credentials.js';
import type { ObserveOptions, Report } from '../../conformance/index.js';
import { toSummary } from '../../conformance/reports/summary.js';
import { withoutSecrets } from '../../conformance/reports/without-secrets.js';
import { parseReportFiles, writeReports } from '../../conformance/reports/write.js';
import { COMMAND } from '../../core/command-name.js';
import { once, repeatable } from '../options.js';
import { EXIT } from '../exit.js';
import { printReport } from './print-report.js';
import { printable } from '../printable.js';
import {
  type ConformanceRequest,
  readChecks,
  readKnownFailures,
  readWhole,
  reportOption,
} from './conformance-options.js';
import { exitCodeWithCoverage, minCoverageOption, readMinCoverage } from './min-coverage.js';
import type { CommandSurroundings } from './surroundings.js';
import { wrong } from '../../core/argument.js';

/** Options of `observe`; values are still the text that was typed. */
interface ObserveRequest extends Pick<
  ConformanceRequest,
  'baseUrl' | 'check' | 'report' | 'knownFailures' | 'strict' | 'minCoverage' | 'json'
> {
  readonly listen?: true;
  readonly target?: string;
  readonly port?: string;
  readonly record?: string;
  readonly keepSignatures?: true;
  readonly patience?: string;
  readonly sharedAccount?: true;
  readonly allowWrongRequests?: true;
}

const HELP = `
Key and secret are read from FUTURES_API_KEY and FUTURES_API_SECRET, to verify recorded signatures. Without them, what needs no
secret is judged. Nothing is sent, unless --listen passes on what you send.

Examples:
  ${COMMAND} conformance observe traffic.har --report html=report.html
  ${COMMAND} conformance observe monday.har tuesday.har --check rule/ --check page/
  ${COMMAND} conformance observe --listen --target https://futures.example --port 4000 --report junit=report.xml

Exit codes:
  0  something was judged, nothing declared failed, and no known failure passed
  1  something failed, or nothing could be judged; with --strict, also when a declared fact was not judged
  2  the command line or a file is wrong; nothing was judged
  8  as 0, but less of the description was judged than --min-coverage asks for
  9  as 0, but requests in the recording are wrong themselves: a mistake of the caller, not of the service`;

/** `futures conformance observe`: judges recorded traffic, or traffic that passes. */
export function observeCommand(around: CommandSurroundings): Command {
  return new Command('observe')
    .description('Test recorded traffic (HAR files) against the specification. Sends no request.')
    .argument('[har...]', 'HAR files of a browser, a proxy, futures sidecar --record or createHarRecorder')
    .option('--listen', 'pass calls on to --target, judge them, and report at Ctrl-C')
    .addOption(once('--target <url>', 'listen: base URL of the service'))
    .addOption(once('--port <port>', 'listen: port on 127.0.0.1; default a free one'))
    .addOption(once('--record <file>', 'listen: also write a HAR file, without key and secret'))
    .option('--keep-signatures', 'listen: keep X-CH-SIGN in that file')
    .addOption(once('--base-url <url>', 'base URL of the service; default: where most recorded calls went'))
    .addOption(repeatable('--check <address>', 'a check, or the beginning of some (sign/); repeatable', 'all'))
    .addOption(reportOption())
    .addOption(once('--known-failures <file>', 'checks that are expected to fail, one address in a line'))
    .addOption(once('--patience <ms>', 'milliseconds that a change may take to show; default 5000'))
    .option(
      '--shared-account',
      'others trade on the account, or orders end by themselves: conclude nothing from orders that appear or are gone',
    )
    .option('--strict', 'count a declared check that the recording does not decide as a failure')
    .option(
      '--allow-wrong-requests',
      'requests that are wrong themselves are on purpose, as in the recording of a test suite: they do not change the exit code',
    )
    .addOption(minCoverageOption())
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(async (files: readonly string[], request: ObserveRequest) => {
      around.exit(await observe(files, request, around));
    });
}

async function observe(
  files: readonly string[],
  request: ObserveRequest,
  around: CommandSurroundings,
): Promise<number> {
  assertFits(files, request);
  const kit = await import('../../conformance/index.js');
  parseReportFiles(request.report);
  const minCoverage = readMinCoverage(request.minCoverage);
  const credentials = credentialsFromEnv(around.env);
  const secrets = credentials === undefined ? [] : [credentials.apiKey, credentials.apiSecret];
  const options: ObserveOptions = {
    credentials,
    checks: readChecks(request.check, kit.conformanceChecks),
    knownFailures: readKnownFailures(request.knownFailures, kit.conformanceChecks),
    patienceMs: readWhole('--patience', request.patience),
    sharedAccount: request.sharedAccount,
    strict: request.strict,
  };
  const report = request.listen
    ? await judgeWhatPasses(request, options, around)
    : await judgeFiles(files, { ...options, baseUrl: readUrl('--base-url', request.baseUrl) });
  const clean = withoutSecrets(report, secrets);
  const jsonFile = request.report.find((spec) => spec.startsWith('json='))?.slice('json='.length);
  const colour = around.stdout.isTTY === true && pc.isColorSupported;
  if (request.json) printReport(clean, around.stdout);
  else around.stdout.write(toSummary(clean, { colour, jsonFile }));
  await writeReports(clean, request.report, { secrets });
  const code = exitCodeWithCoverage(clean, minCoverage, around);
  const isWrong = request.allowWrongRequests !== true && (clean.recording?.requestFaults.length ?? 0) > 0;
  if (code !== EXIT.done || !isWrong) return code;
  around.terminal.output.write(WRONG_REQUESTS);
  return EXIT.wrongRequests;
}

const WRONG_REQUESTS =
  'futures: not ok: requests in it are wrong themselves (exit code 9). If they are on purpose: --allow-wrong-requests.\n';

/** A file may be larger than what a program can hold as one text. */
async function judgeFiles(files: readonly string[], options: ObserveOptions): Promise<Report> {
  const [{ observeFiles }, { readHarFile }] = await Promise.all([
    import('../../conformance/recorded-traffic/observe-traffic.js'),
    import('../../conformance/recorded-traffic/read-har-file.js'),
  ]);
  // By default the heap grows to four times what is held before it is cleaned: 490 MB for a file of 100 MB instead of 350.
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=30');
  return observeFiles(files.map(readHarFile), options);
}

/** Refuses what does not go together, before anything listens. */
function assertFits(
  files: readonly string[],
  { listen, target, port, record, keepSignatures, baseUrl }: ObserveRequest,
): void {
  if (listen) {
    if (files.length > 0) throw wrong('--listen', `judges what passes, and takes no file: leave ${files[0]} out`);
    if (target === undefined) throw wrong('--target', 'is missing: --listen passes calls on to it');
    if (baseUrl !== undefined) throw wrong('--base-url', 'is for files: with --listen, --target is the base URL');
    return;
  }
  if (files.length === 0) throw wrong('<har>', 'is missing: name a HAR file, or --listen with --target');
  const [stray] = Object.entries({
    '--target': target,
    '--port': port,
    '--record': record,
    '--keep-signatures': keepSignatures,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (stray !== undefined) throw wrong(stray, 'is for --listen');
}

function readUrl(option: string, url: string | undefined): string | undefined {
  if (url === undefined || URL.canParse(url)) return url;
  throw wrong(option, `is an address such as https://futures.example, got ${url}`);
}

/** Listens until Ctrl-C, and says of each failure when it is seen first. */
async function judgeWhatPasses(
  request: ObserveRequest,
  options: ObserveOptions,
  around: CommandSurroundings,
): Promise<Report> {
  const [{ observeLive }, { createHarFile }] = await Promise.all([
    import('../../conformance/recorded-traffic/observe-live.js'),
    import('../../recording/har-file.js'),
  ]);
  const { record, keepSignatures } = request;
  const { apiKey = '', apiSecret = '' } = options.credentials ?? {};
  const redaction = { secrets: [apiSecret], apiKeys: apiKey === '' ? [] : [apiKey], keepSignatures };
  const har = record === undefined ? undefined : createHarFile(record, redaction);
  const live = await observeLive({
    ...options,
    target: readUrl('--target', request.target)!,
    port: readWhole('--port', request.port),
    onRoundTrip: har && ((roundTrip) => har.add(roundTrip)),
    onFailure: ({ id, reason }) => around.terminal.output.write(`FAIL  ${printable(`${id}: ${reason ?? ''}`)}\n`),
  });
  around.terminal.output.write(
    `Listening at ${live.url} for ${printable(request.target!)}. Ctrl-C judges and reports.\n`,
  );
  await new Promise<void>((resolve) => around.onInterrupt(resolve, resolve));
  await live.close();
  har?.close();
  return live.report();
}
