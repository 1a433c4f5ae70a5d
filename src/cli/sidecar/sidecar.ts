import { wrong } from '../../core/argument.js';
import { Command, Option } from 'commander';
import { credentialsFromEnv } from '../../client/signing/credentials.js';
import type { Permission, Sidecar, SidecarCall, SidecarOptions } from '../../sidecar/index.js';
import { repeatable } from '../options.js';
import { readMember, readMilliseconds, readServiceUrl } from '../call/connection.js';
import { COMMAND } from '../../core/command-name.js';
import { EXIT } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { printable } from '../printable.js';
import { goOnWithoutOutput, print, printNote } from '../output.js';

interface SidecarCommandOptions {
  readonly upstream?: string;
  readonly port: string;
  readonly host: string;
  readonly allow?: string;
  readonly allowOrigin: readonly string[];
  /** False after --no-token. */
  readonly token: string | boolean;
  readonly dialectOption: readonly string[];
  readonly clock: string;
  readonly timeout: string;
  readonly record?: string;
  readonly keepSignatures?: true;
  readonly log?: true;
}

/** `futures sidecar`: signs what other tools send, until it is interrupted. */
export function sidecarCommand(): Command {
  return new Command('sidecar')
    .summary('Start a proxy on this machine that signs each request, for tools that cannot sign.')
    .description(
      'Start a proxy on this machine that signs each request, for tools that cannot sign: curl, Postman, Redocly …\n' +
        'Key and secret are read from FUTURES_API_KEY and FUTURES_API_SECRET and never printed.',
    )
    .option('--upstream <url>', 'address of the service; default FUTURES_URL')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '0')
    .option('--host <host>', '127.0.0.1 or ::1', '127.0.0.1')
    .option(
      '--allow <list>',
      'also pass on calls that can cost money (money), cancel orders (wipe) or are not described (unknown): money,wipe',
    )
    .addOption(repeatable('--allow-origin <origin>', 'let web pages of this origin call; repeatable', 'none'))
    .addOption(
      new Option('--token <text>', 'first segment of every path: 16 or more letters, digits, - and _').default(
        true,
        'a random one',
      ),
    )
    .option('--no-token', 'accept paths without a token: every user of this machine can then trade')
    .addOption(
      repeatable(
        '--dialect-option <name=value>',
        'how this deployment signs: signQuery=false, signPrefix=true, signatureEncoding=base64, signUndeclared=false; repeatable',
        'as documented',
      ),
    )
    .addOption(
      new Option('--clock <whose>', "X-CH-TS by the service's clock, measured once, or by this machine's")
        .choices(['service', 'local'])
        .default('service'),
    )
    .option('--timeout <ms>', 'respond with 504 after this much silence of the service', '60000')
    .option('--record <file>', 'write each call to a HAR file (mode 0600), without key, secret and signature')
    .option('--keep-signatures', 'keep X-CH-SIGN in that file: futures conformance observe can then verify right ones')
    .option('--log', 'print each call and its result')
    .addHelpText('after', HELP)
    .action(start);
}

const HELP = `
Environment:
  FUTURES_URL                          address of the service; --upstream overrides it
  FUTURES_API_KEY, FUTURES_API_SECRET  never printed
  NODE_EXTRA_CA_CERTS                  PEM file with your own certificate authority, for an upstream that uses it

Examples:
  ${COMMAND} sidecar --upstream https://futures.example --log
  ${COMMAND} sidecar --upstream https://futures.example --record traffic.har --keep-signatures
Stop it with Ctrl-C.

Exit codes: 0 stopped; 1 the port is not free; 2 wrong command line, no credentials, or a --record file that cannot be written;
5 stopped while calls were under way that may have acted.`;

async function start(options: SidecarCommandOptions): Promise<void> {
  const { startSidecar } = await import('../../sidecar/index.js');
  const lost: SidecarCall[] = [];
  let isStopping = false;
  const settings = readSettings(options, (call) => {
    if (options.log) print(toLine(call));
    if (isStopping && call.outcome === 'unknown' && call.effect !== 'read') lost.push(call);
  });
  const sidecar = await startSidecar(settings);
  if (sidecar.clockProblem !== undefined) printNote(`the clock of this machine is used: ${sidecar.clockProblem}`);
  onInterrupt(() => {
    if (isStopping) return;
    isStopping = true;
    void sidecar.close().then(() => reportLost(lost));
  });
  // Last: who has read it may stop it.
  print(introduction(sidecar, settings));
  goOnWithoutOutput();
}

/** Callers have been told each; this is for who pressed Ctrl-C. */
function reportLost(lost: readonly SidecarCall[]): void {
  if (lost.length === 0) return;
  process.exitCode = EXIT.unknown;
  const lines = lost.map((call) => `\n  ${callOf(call)}  ${idOf(call)}`.trimEnd());
  process.stderr.write(
    `futures: OUTCOME UNKNOWN: ${lost.length} had no response yet. LOOK BEFORE YOU REPEAT:${lines.join('')}\n`,
  );
}

function readSettings(options: SidecarCommandOptions, onCall: (call: SidecarCall) => void): SidecarOptions {
  const { port, host, allow, allowOrigin, token, clock, timeout, dialectOption, record, keepSignatures } = options;
  const credentials = credentialsFromEnv();
  if (credentials === undefined)
    throw wrong('FUTURES_API_KEY', 'and FUTURES_API_SECRET are not set, so nothing can be signed. Set both');
  if (keepSignatures && record === undefined)
    throw wrong('--keep-signatures', 'is for a recording: give --record as well');
  if (!/^\d+$/.test(port)) throw wrong('--port', `must be a whole number, got ${port}`);
  return {
    upstream: readServiceUrl(options.upstream, '--upstream', credentials),
    credentials,
    port: Number(port),
    host: host as '127.0.0.1',
    allow: allow?.split(',').map((name) => name.trim() as Permission),
    allowOrigins: allowOrigin,
    token: token === true ? undefined : (token as string | false),
    dialect: Object.fromEntries(dialectOption.map(readMember)),
    clock: clock as 'service' | 'local',
    timeoutMs: readMilliseconds('--timeout', timeout),
    record,
    keepSignatures,
    onCall,
  };
}

function introduction({ url, clock }: Sidecar, { upstream, allow = [], dialect = {}, record }: SidecarOptions): string {
  const passed = ['read', 'reversible', ...allow].join(', ');
  const time = clock.source === 'none' ? "this machine's" : `the service's, ${clock.offsetMs} ms from this machine's`;
  return `Sidecar at ${url}

  signs for   ${String(upstream)}
  passes on   ${passed}
  clock       ${time}${record === undefined ? '' : `\n  records     ${printable(record)}`}${
    Object.keys(dialect).length === 0
      ? ''
      : `\n  dialect     ${Object.entries(dialect)
          .map((pair) => pair.join('='))
          .join(', ')}`
  }

  export FUTURES_SIDECAR=${url}
  curl -sS "$FUTURES_SIDECAR/fapi/v1/openOrders"
`;
}

function toLine(call: SidecarCall): string {
  const { effect = '-', signed, refused } = call;
  const how = refused === undefined ? (signed ? 'signed' : 'unsigned') : `refused ${refused}`;
  const late = call.lateMs === undefined ? '' : `lateMs ${call.lateMs}`;
  const words = [new Date().toISOString(), callOf(call), effect, how, endOf(call), idOf(call), late];
  return words.filter(Boolean).join('  ');
}

const callOf = ({ method, target, operationId }: SidecarCall): string =>
  [method.padEnd(4), printable(target), operationId ?? (target.startsWith('(') ? '-' : 'no such operation')].join('  ');

const idOf = ({ clientOrderId }: SidecarCall): string =>
  clientOrderId === undefined ? '' : `clientOrderId ${printable(clientOrderId)}`;

/** "not sent" and "UNKNOWN" are what has no whole response. */
function endOf({ effect, status, refused, failed, outcome, code, orderId }: SidecarCall): string {
  const doubt = effect === 'read' ? 'UNKNOWN' : 'UNKNOWN (may have acted)';
  const known = refused ?? outcome;
  const words = [
    known === 'unknown' ? doubt : known === 'not-sent' && 'not sent',
    status,
    code !== '0' && code && `code ${code}`,
    orderId && `orderId ${orderId}`,
    failed,
  ];
  return printable(words.filter(Boolean).join('  '));
}
