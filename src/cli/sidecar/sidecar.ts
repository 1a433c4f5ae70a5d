import { wrong } from '../../core/argument.js';
import { Command, Option } from 'commander';
import { credentialsFromEnv } from '../../client/signing/credentials.js';
import type { Permission, Sidecar, SidecarCall, SidecarOptions } from '../../sidecar/index.js';
import { collect } from '../call/call-options.js';
import { readMember } from '../call/connection.js';
import { EXIT_HELP } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { printable } from '../printable.js';

interface SidecarCommandOptions {
  readonly upstream?: string;
  readonly port: string;
  readonly host: string;
  readonly allow?: string;
  readonly allowOrigin: readonly string[];
  /** False after --no-token. */
  readonly token: string | boolean;
  readonly break?: string;
  readonly dialectOption: readonly string[];
  readonly clock: string;
  readonly log?: true;
}

/** `futures sidecar`: signs what other tools send, until it is interrupted. */
export function sidecarCommand(): Command {
  return new Command('sidecar')
    .description(
      'Start a proxy on this machine that signs what passes, for tools that cannot sign: curl, Postman, Redocly …\n' +
        'Key and secret are read from FUTURES_API_KEY and FUTURES_API_SECRET and never printed.',
    )
    .addOption(new Option('--upstream <url>', 'address of the service; default FUTURES_URL'))
    .addOption(new Option('--port <port>', 'port to listen on; 0 takes a free one').default('0'))
    .addOption(new Option('--host <host>', '127.0.0.1 or ::1').default('127.0.0.1'))
    .addOption(
      new Option('--allow <list>', 'pass on calls of effect money, wipe, or unknown to the description: money,wipe'),
    )
    .addOption(
      new Option('--allow-origin <origin>', 'let web pages of this origin call; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(new Option('--token <text>', 'first segment of every path').default(true, 'a random one'))
    .addOption(new Option('--no-token', 'accept paths without it, from every user of this machine'))
    .addOption(new Option('--break <mode>', 'sign every call wrongly in one way (below)'))
    .addOption(
      new Option(
        '--dialect-option <name=value>',
        'how this deployment signs: signQuery=false, signPrefix=true, signatureEncoding=base64, signUndeclared=false; repeatable',
      )
        .argParser(collect)
        .default([], 'as documented'),
    )
    .addOption(
      new Option('--clock <whose>', "X-CH-TS by the service's clock, measured once, or by this machine's")
        .choices(['service', 'local'])
        .default('service'),
    )
    .option('--log', 'print each call and what became of it')
    .addHelpText('after', HELP)
    .action(start);
}

/** The names are written out, because what loads them is not wanted for a line of help; a test compares. */
const HELP = `
What --break takes:
  signature, timestamp, body, secret, key-case                  one bit, one millisecond, one blank, the case of letters
  missing-key, missing-timestamp, missing-signature, stale, future
  a mistake of docs/signing.md by its id; --break help lists them all

Environment:
  FUTURES_URL                          where --upstream is not given
  FUTURES_API_KEY, FUTURES_API_SECRET  never printed
  NODE_EXTRA_CA_CERTS                  file in PEM: trusts an upstream whose certificate is your own

Examples:
  futures sidecar --upstream https://futures.example --log
  futures sidecar --upstream https://futures.example --break stale
Ends with Ctrl-C.

${EXIT_HELP}`;

async function start(options: SidecarCommandOptions): Promise<void> {
  const { breakModes, startSidecar } = await import('../../sidecar/index.js');
  if (options.break === 'help') return console.log(breakModes.join('\n'));
  const settings = readSettings(options);
  const sidecar = await startSidecar(settings);
  if (sidecar.clockProblem !== undefined)
    console.error(`note: the clock of this machine is used: ${sidecar.clockProblem}`);
  onInterrupt(() => void sidecar.close());
  // Last: whoever has read it may stop it.
  console.log(introduction(sidecar, settings));
}

function readSettings(options: SidecarCommandOptions): SidecarOptions {
  const {
    upstream = process.env['FUTURES_URL'] ?? '',
    port,
    host,
    allow,
    allowOrigin,
    token,
    clock,
    log,
    dialectOption,
  } = options;
  if (upstream === '') throw wrong('--upstream', 'is missing, and FUTURES_URL is not set: give one of them');
  const credentials = credentialsFromEnv();
  if (credentials === undefined)
    throw wrong('FUTURES_API_KEY', 'and FUTURES_API_SECRET are not set: nothing can be signed');
  if (!/^\d+$/.test(port)) throw wrong('--port', `must be a whole number, got ${port}`);
  return {
    upstream,
    credentials,
    port: Number(port),
    host: host as '127.0.0.1',
    allow: allow?.split(',').map((name) => name.trim() as Permission),
    allowOrigins: allowOrigin,
    token: token === true ? undefined : (token as string | false),
    break: options.break,
    dialect: Object.fromEntries(dialectOption.map(readMember)),
    clock: clock as 'service' | 'local',
    onCall: log ? (call) => console.log(toLine(call)) : undefined,
  };
}

function introduction(
  { url, clock }: Sidecar,
  { upstream, allow = [], break: broken, dialect = {} }: SidecarOptions,
): string {
  const passed = ['read', 'reversible', ...allow].join(', ');
  const time = clock.source === 'none' ? "this machine's" : `the service's, ${clock.offsetMs} ms from this machine's`;
  return `Sidecar at ${url}

  signs for   ${String(upstream)}
  passes on   ${passed}
  clock       ${time}${broken === undefined ? '' : `\n  breaks      ${broken}`}${
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
  const { method, target, operationId = 'no such operation', effect = '-', signed, broken, status, refused } = call;
  const how = refused === undefined ? (signed ? 'signed' : 'unsigned') : `refused ${refused}`;
  const end = status === undefined ? 'the caller left' : String(status);
  const words = [new Date().toISOString(), method.padEnd(4), printable(target), operationId, effect, how, end];
  return [...words, ...(broken === undefined ? [] : [`broke ${broken}`])].join('  ');
}
