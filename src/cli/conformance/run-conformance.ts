import { closeSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import type { ConformanceOptions, Progress, Report } from '../../conformance/model/report-model.js';
import { toSummary } from '../../conformance/reports/summary.js';
import { withoutSecrets } from '../../conformance/reports/without-secrets.js';
import { parseReportFiles, toJson, writeReports } from '../../conformance/reports/write.js';
import { askAccount, assertTerminal } from './clean-up.js';
import type { CommandSurroundings, ConformanceKit } from './surroundings.js';
import {
  assertHostAllowed,
  type ConformanceRequest,
  readChecks,
  readOperations,
  readKnownFailures,
  readPermission,
  readTarget,
  readShard,
  readWhole,
  type TargetRequest,
} from './conformance-options.js';
import { wrong } from '../../core/argument.js';
import { EXIT } from '../exit.js';
import { exitCodeWithCoverage, readMinCoverage } from './min-coverage.js';
import { listCalls, listChecks, showBudget } from './list-checks.js';
import { maskKey } from '../call/preview.js';
import { printReport } from './print-report.js';
import { printable, toJsonLine } from '../printable.js';
import { createProgressLine } from './progress-line.js';

/** Runs what was asked for and returns the exit code. */
export async function runConformanceCommand(request: ConformanceRequest, around: CommandSurroundings): Promise<number> {
  if (request.mode === 'selftest') return runSelftest(request, around);
  const { checks, run, plan } = await around.kit();
  if (request.list) {
    around.stdout.write(request.json ? `${toJsonLine(checks)}\n` : listChecks(checks));
    return EXIT.done;
  }
  if (request.dryRun && request.report.length > 0) {
    throw wrong('--report', 'is for a run: --dry-run judges nothing, and prints its calls (with --json as JSON)');
  }
  const minCoverage = readMinCoverage(request.minCoverage);
  const files = parseReportFiles(request.report);
  const options: ConformanceOptions = {
    ...readTarget(request, around.env),
    mode: request.mode,
    checks: readChecks(request.check, checks),
    operations: readOperations(request.operation),
    knownFailures: readKnownFailures(request.knownFailures, checks),
    seed: readWhole('--seed', request.seed),
    budget: readWhole('--budget', request.budget),
    dryRun: request.dryRun,
    strict: request.strict,
    publicOnly: request.publicOnly,
  };
  if (request.mode !== 'read' && !request.dryRun && !request.publicOnly && options.credentials === undefined) {
    throw wrong(
      'FUTURES_API_KEY',
      `and FUTURES_API_SECRET are not set, and mode ${request.mode} signs nearly every call`,
    );
  }
  const permission = await permissionFor(request, options, around, plan);
  const { report, interrupted } = await runToReport(run, { ...options, permission }, around);
  if (request.dryRun) {
    if (request.json) printReport(report, around.stdout);
    else around.stdout.write(listCalls(report));
    return EXIT.done;
  }
  const given = files.find(({ format }) => format === 'json')?.file;
  const kept = given !== undefined || request.json ? undefined : keepReport(report);
  if (request.json) printReport(report, around.stdout);
  else around.stdout.write(toSummary(report, { colour: isColoured(around), jsonFile: given ?? kept }));
  around.terminal.output.write(noteOfKept(kept));
  await writeReports(report, request.report);
  if (options.credentials === undefined && request.publicOnly !== true && !report.ok) {
    around.terminal.output.write(
      'futures: FUTURES_API_KEY and FUTURES_API_SECRET are not set: signed checks were not run, so the run is not a success (--public-only leaves them out).\n',
    );
  }
  if (!interrupted) return exitCodeWithCoverage(report, minCoverage, around);
  around.terminal.output.write('futures: interrupted: the report has what was judged until then.\n');
  return EXIT.failed;
}

/** Stores the report of an unsuccessful run in a temporary file; a full disk costs no verdict. */
export function keepReport(report: Report): string | undefined {
  if (report.ok) return undefined;
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'futures-conformance-')), 'report.json');
    const open = openSync(file, 'wx', 0o600);
    try {
      for (const piece of toJson(report)) writeFileSync(open, piece);
    } finally {
      closeSync(open);
    }
    return file;
  } catch {
    return undefined;
  }
}

export const noteOfKept = (file: string | undefined): string =>
  file === undefined ? '' : `futures: the whole report is in ${file}\n`;

/** One run with its progress line. What comes back holds no secret. */
export async function runToReport(
  run: (options: ConformanceOptions) => Promise<Report>,
  options: ConformanceOptions,
  around: CommandSurroundings,
): Promise<{ report: Report; interrupted: boolean }> {
  const report = await interruptible(around, options.mode, (running) => run({ ...options, ...running }));
  const { apiKey, apiSecret } = options.credentials ?? {};
  return {
    ...report,
    report: withoutSecrets(
      report.report,
      [apiKey, apiSecret].filter((value) => value !== undefined),
    ),
  };
}

/** Says what a run will send, then asks for the label of the account, unless the command line gives it: an account that changes was named. */
export async function askPermission(
  request: TargetRequest,
  options: ConformanceOptions,
  around: CommandSurroundings,
  plan: ConformanceKit['plan'],
): Promise<RunPermission> {
  const { baseUrl, credentials } = options;
  const { terminal } = around;
  assertHostAllowed(request, baseUrl);
  const permission = readPermission(request, request.account ?? '');
  if (request.account === undefined) assertTerminal(around);
  terminal.output.write(showBudget(await plan({ ...options, permission })));
  if (request.account !== undefined) return permission;
  const key = credentials === undefined ? 'no key' : `key ${maskKey(credentials.apiKey)}`;
  terminal.output.write(
    `Mode mutate places, changes and cancels orders at ${printable(String(baseUrl))} with ${key}.\n` +
      `Operations of effect wipe: ${permission.wipe.join(', ') || 'none'}. They may reach condition orders, which no list has to show.\n`,
  );
  return { ...permission, account: await askAccount('conformance', ' to go on', around) };
}

/** A run that sends nothing needs no confirmation, and a throw-away target no more than its host's name. */
async function permissionFor(
  request: ConformanceRequest,
  options: ConformanceOptions,
  around: CommandSurroundings,
  plan: ConformanceKit['plan'],
): Promise<RunPermission | undefined> {
  const { mode, dryRun, allowHost, account = '' } = request;
  if (mode === 'mutate' && !dryRun) return askPermission(request, options, around, plan);
  return mode === 'mutate' || (mode === 'sandbox' && allowHost.length > 0)
    ? readPermission(request, account)
    : undefined;
}

async function runSelftest(request: ConformanceRequest, around: CommandSurroundings): Promise<number> {
  if (request.report.length > 0) {
    throw wrong('--report', 'is for a run against a server: --mode selftest prints its matrix, with --json as JSON');
  }
  const { baseUrl, check, operation, knownFailures, dryRun } = request;
  if ([baseUrl, ...check, ...operation, knownFailures, dryRun].some((given) => given !== undefined)) {
    throw wrong(
      '--mode',
      'selftest judges the kit itself, whole: it takes no server, no --check, no --operation and no --dry-run',
    );
  }
  const seed = readWhole('--seed', request.seed);
  const shard = readShard(request.shard);
  const selftest = await around.selftest();
  const { writeMatrix } = await import('./kill-matrix.js');
  const { report: matrix, interrupted } = await interruptible(around, 'selftest', ({ signal, onProgress }) =>
    selftest({ seed, shard, signal, onProgress }),
  );
  around.stdout.write(request.json ? `${toJsonLine(matrix)}\n` : writeMatrix(matrix, isColoured(around)));
  return matrix.ok && !interrupted ? EXIT.done : EXIT.failed;
}

type RunPermission = NonNullable<ConformanceOptions['permission']>;

interface Running {
  readonly signal: AbortSignal;
  readonly leaveSignal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Shows how far a run is. The first Ctrl-C ends it, and it then cancels its orders; the second ends that, too. */
export async function interruptible<Result>(
  { terminal, onInterrupt }: CommandSurroundings,
  mode: ConformanceRequest['mode'] | undefined,
  work: (running: Running) => Promise<Result>,
): Promise<{ report: Result; interrupted: boolean }> {
  const [stop, leave] = [new AbortController(), new AbortController()];
  const line = createProgressLine(terminal.output);
  const detach = onInterrupt(
    () => {
      stop.abort();
      line.clear();
      if (mode !== 'mutate') return;
      terminal.output.write('futures: interrupted: cleaning up. Ctrl-C again leaves what is open, and names it.\n');
    },
    () => leave.abort(),
  );
  const onProgress = (progress: Progress): void => line.show(progress);
  try {
    const report = await work({ signal: stop.signal, leaveSignal: leave.signal, onProgress });
    return { report, interrupted: stop.signal.aborted };
  } finally {
    line.clear();
    detach();
  }
}

export const isColoured = ({ stdout }: CommandSurroundings): boolean => stdout.isTTY === true && pc.isColorSupported;
