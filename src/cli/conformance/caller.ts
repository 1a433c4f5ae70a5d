import { Command } from 'commander';
import { COMMAND } from '../../core/command-name.js';
import { wrong } from '../../core/argument.js';
import { once, repeatable } from '../options.js';
import { EXIT } from '../exit.js';
import { plainTable } from '../plain-table.js';
import { readKnownFailures, readWhole } from './conformance-options.js';
import { printReport } from './print-report.js';
import { readReport } from './read-report.js';
import type { CommandSurroundings } from './surroundings.js';

interface CallerRequest {
  readonly run?: string;
  readonly scenes?: string;
  readonly report: readonly string[];
  readonly knownFailures?: string;
  readonly timeout?: string;
  readonly like?: string;
  readonly list?: true;
  readonly json?: true;
}

const HELP = `
The program finds its exchange in FUTURES_URL, FUTURES_API_KEY and FUTURES_API_SECRET: made-up money on this machine, one exchange for
each scene. FUTURES_SCENE is a part for the names of its files. Its standard input has one line, such as
  {"do":"createOrder","input":{"contractName":"E-BTC-USDT","clientOrderId":"job-17",…}}
A program that does what the line says prints its outcome on its standard output:
  {"outcome":"accepted","orderId":"…"}   accepted, rejected, absent, not-sent or unknown; a read prints {"outcome":"accepted","ids":["…"]}
A program that leaves the line alone is judged by its requests and the book. In the scenes "signing", it gets one request in a line, with
secret and timestamp, and prints the text that it signs, and the signature:
  {"do":"sign","id":"…","timestamp":"1700000000000","method":"GET","path":"/fapi/v1/openOrders","query":"","body":"","secret":"…"}
  {"id":"…","text":"1700000000000GET/fapi/v1/openOrders","signature":"c92f513e…"}

Examples:
  ${COMMAND} conformance caller --run 'python bot.py'
  ${COMMAND} conformance caller --run './place-order.sh' --scenes lost-response,rate-limit --report html=caller.html
  ${COMMAND} conformance caller --run 'python signer.py' --scenes signing

Exit codes:
  0  something was judged, and no problem was found
  1  a problem was found, a known failure passed, nothing could be judged, or the run was interrupted
  2  the command line is wrong, or the program did not start`;

const OPTIONS = [
  ['--run <command>', 'the program, as a command of your shell (required, except with --list)'],
  ['--scenes <names>', 'groups or names, with commas between them; default all but signing'],
  ['--known-failures <file>', 'scenes that are expected to fail, one address in a line'],
  ['--timeout <ms>', 'milliseconds that one run of the program may take; default 20000'],
  ['--like <report>', 'judge beside a twin of the server that a conformance report measured'],
] as const;

/** `futures conformance caller`: judges a program that calls, in any language. */
export function callerCommand(around: CommandSurroundings): Command {
  const command = new Command('caller').description(
    'Judge a program that calls the service: what it sends, what it does when a response is lost, what it says.',
  );
  for (const [flags, text] of OPTIONS) command.addOption(once(flags, text));
  return command
    .addOption(repeatable('--report <format=file>', 'json, junit, html, markdown, har or badge; repeatable', 'none'))
    .option('--list', 'list the scenes, and run nothing')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(async (request: CallerRequest) => around.exit(await judgeCallerCommand(request, around)));
}

async function judgeCallerCommand(request: CallerRequest, around: CommandSurroundings): Promise<number> {
  const [{ judgeProgram, listScenes }, { toCallerSummary }, { parseReportFiles, writeReports }, { twinOptions }, run] =
    await Promise.all([
      import('../../conformance/caller/judge-program.js'),
      import('../../conformance/caller/caller-summary.js'),
      import('../../conformance/reports/write.js'),
      import('../../conformance/twin/twin-options.js'),
      import('./run-conformance.js'),
    ]);
  const { stdout, terminal, env } = around;
  if (request.list) {
    const rows = listScenes().map(({ name, title }) => [name, title]);
    stdout.write(`${plainTable([], rows)}\n`);
    return EXIT.done;
  }
  if ((request.run ?? '').trim() === '')
    throw wrong('--run', 'is missing: name the program, such as --run "python bot.py"');
  const scenes = request.scenes?.split(',').filter((name) => name.trim() !== '');
  if (scenes?.length === 0) throw wrong('--scenes', 'is empty: name groups or scenes, or leave it out to run all');
  if (request.timeout !== undefined && Number(request.timeout) < 1)
    throw wrong('--timeout', `is at least 1 ms, got ${request.timeout}`);
  if (parseReportFiles(request.report).some(({ format }) => format === 'observations'))
    throw wrong('--report', 'has no observations of a program');
  const ids = listScenes().map(({ name }) => ({ id: `caller/${name}` }));
  const { report: judged, interrupted } = await run.interruptible(around, undefined, ({ signal, onProgress }) =>
    judgeProgram(request.run!, {
      scenes,
      timeoutMs: readWhole('--timeout', request.timeout),
      knownFailures: readKnownFailures(request.knownFailures, ids),
      twin: request.like === undefined ? undefined : twinOptions(readReport(request.like)),
      ...{ env, signal, onProgress },
    }),
  );
  if (judged.notStarted !== undefined)
    throw wrong(
      '--run',
      `${request.run} did not start: ${judged.notStarted}. Give a command of your shell, such as --run "python3 bot.py"`,
    );
  const colour = run.isColoured(around);
  if (request.json) printReport(judged.report, stdout);
  else stdout.write(toCallerSummary(judged, { colour }));
  await writeReports(judged.report, request.report);
  if (interrupted) terminal.output.write('futures: interrupted: the report has what was judged until then.\n');
  return judged.report.ok && !interrupted ? EXIT.done : EXIT.failed;
}
