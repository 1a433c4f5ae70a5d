import { Command, Option } from 'commander';
import { ArgumentError } from '../../core/errors.js';
import { createRequestSigner } from '../../core/signing.js';
import type { SigningRule } from '../../core/signing-rule.js';
import type { TwinOptions } from '../../conformance/twin/twin-options.js';
import type { OperationId } from '../../../generated/operations.js';
import type { CallLog, Fault, FaultKind } from '../../sandbox/index.js';
import type { SandboxCredentials } from '../../sandbox/sandbox.js';
import { repeatable } from '../options.js';
import { COMMAND } from '../../core/command-name.js';
import { EXIT } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { printable } from '../printable.js';
import { goOnWithoutOutput, print } from '../output.js';
import { restoreFrom, StateFile } from './state-file.js';

interface SandboxCommandOptions {
  readonly port: string;
  readonly host: string;
  readonly seed: string;
  readonly ids?: 'number' | 'string';
  readonly like?: string;
  readonly allowOrigin: readonly string[];
  readonly strict?: true;
  readonly log?: true;
  readonly state?: string;
  readonly fault: readonly string[];
}

/** `futures sandbox`: the embedded exchange as a server, until it is interrupted. */
export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description(
      'Start an exchange on this machine, with made-up credentials and money. It checks signatures and keeps state.',
    )
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8080')
    .option('--host <host>', 'address to listen on; other machines can trade when it is not loopback', '127.0.0.1')
    .addOption(
      repeatable(
        '--allow-origin <origin>',
        'let web pages of this origin call, such as http://localhost:5173; repeatable',
        'none',
      ),
    )
    .option('--seed <number>', 'seed of keys and faults', '1')
    .option('--like <report>', 'behave like the server that a conformance report (--report json=…) measured')
    .addOption(
      new Option('--ids <form>', 'ids as JSON numbers, which is the default, or as text').choices(['number', 'string']),
    )
    .option('--strict', 'send errors with HTTP status 401 or 400; live services send 200 with a code')
    .option('--log', 'print each call, and why it was rejected')
    .option('--state <file>', 'load the state from this file, and save it there')
    .addOption(
      repeatable('--fault <kind[:operation[:times]]>', 'break the next calls in one way (below); repeatable', 'none'),
    )
    .addHelpText(
      'after',
      `\nExamples:\n  ${COMMAND} sandbox --port 8080 --log --state exchange.json\n  ${COMMAND} sandbox --allow-origin http://localhost:5173   # a page of this origin may call\n  ${COMMAND} sandbox --fault reset-after:createOrder   # the order is made, and the response lost\n  ${COMMAND} sandbox --like report.json   # a twin of the server that was measured\n${FAULTS}\nStop it with Ctrl-C.\n\nExit codes: 0 stopped; 1 the port is not free, or the state could not be saved at the end; 2 wrong command line.`,
    )
    .action(start);
}

/** Written out, because what loads them is not wanted for a line of help; a test compares. */
const FAULTS = `Faults (…-after: the exchange acts, then the response is lost):
  refuse, reset-before, reset-after, 503-after, 504-after, code-1006-after, code-1007-after, stall-after,
  truncated-after, html, html-after, status-429, status-418, status-410, status-503, code-1003, slow, skew, redirect,
  large-after, gzip-after, empty-after`;

async function start(options: SandboxCommandOptions): Promise<void> {
  // Loaded here, because the other commands have no use for a schema validator.
  const { createSandbox } = await import('../../sandbox/index.js');
  const twin = options.like === undefined ? undefined : await (await import('./twin.js')).readTwin(options.like);
  const dialect = { ...twin?.options.dialect, ...(options.ids && { ids: options.ids }) };
  const sandbox = restoreFrom(options.state, (restore) =>
    createSandbox({
      ...twin?.options,
      seed: readNumber('--seed', options.seed, 2 ** 32),
      dialect,
      ...(options.strict ? { strict: 'http' as const } : {}),
      ...(restore === undefined ? {} : { restore }),
      ...(options.log ? { onCall: createLog() } : {}),
    }),
  );
  try {
    for (const fault of options.fault) sandbox.faults.next(readFault(fault));
  } catch (error) {
    throw Object.assign(error as Error, { message: (error as Error).message.replace(/^faults/, '--fault') });
  }
  const state = options.state === undefined ? undefined : new StateFile(options.state, () => sandbox.snapshot());
  const server = await sandbox.listen({
    port: readNumber('--port', options.port, 65_536),
    host: options.host,
    allowOrigins: options.allowOrigin,
    ...(options.log
      ? { onRefused: (reason) => print(`${new Date().toISOString()} refused: ${printable(reason)}`) }
      : {}),
  });
  sandbox.onEvent(() => state?.saveSoon());
  print(introduction(server.url, sandbox.credentials, twin?.options));
  if (twin !== undefined) print(twin.text);
  goOnWithoutOutput();
  onInterrupt(() => {
    void server.close().then(() => {
      if (state?.save() === false) process.exitCode = EXIT.failed;
    });
  });
}

/** `reset-after:createOrder:2`; the sandbox says what is wrong with a name. */
function readFault(text: string): Fault {
  const [kind = '', operation = '', times = '1'] = text.split(':');
  return {
    kind: kind as FaultKind,
    ...(operation === '' ? {} : { operation: operation as OperationId }),
    times: readNumber('--fault', times, 1_000_000, '--fault: times'),
  };
}

function introduction(url: string, { apiKey, apiSecret }: SandboxCredentials, twin?: TwinOptions): string {
  const target = '/fapi/v1/openOrders';
  const timestampMs = Date.now();
  const sign = (rule?: Partial<SigningRule>): string =>
    createRequestSigner(apiSecret, rule)({ timestampMs, method: 'GET', target });
  const signature = sign(twin?.dialect.signing);
  // Another signing rule may be one that openssl cannot write in a line.
  const byOpenssl = `The same, signed by openssl whenever you run it:
  TS=$(date +%s)000; curl -sS '${url}${target}' -H "X-CH-TS: $TS" -H 'X-CH-APIKEY: ${apiKey}' -H "X-CH-SIGN: $(printf '%s' "\${TS}GET${target}" | openssl dgst -sha256 -hmac '${apiSecret}' -hex | awk '{print $NF}')"
`;
  return `Sandbox exchange at ${url}

  export FUTURES_URL=${url}
  export FUTURES_API_KEY=${apiKey}
  export FUTURES_API_SECRET=${apiSecret}

A call, signed and good for ${(twin?.window?.behindMs ?? 5000) / 1000} seconds:
  curl -sS '${url}${target}' -H 'X-CH-TS: ${timestampMs}' -H 'X-CH-APIKEY: ${apiKey}' -H 'X-CH-SIGN: ${signature}'
${signature === sign() ? byOpenssl : ''}`;
}

const NO_KNOWN_MISTAKE = `not a known mistake: another secret, another request, or a mistake without a name here. Compare the text that your program signs: ${COMMAND} sign --explain --signature <X-CH-SIGN> --timestamp <X-CH-TS> --method <method> --target <target> --body <body>`;

/** Calls that wait for their line; of further ones, the mistake is not looked for. */
const MOST_WAITING = 20;
const NOT_LOOKED_FOR = 'the mistake was not looked for: too many calls at once';

/** Prints a line in a turn of its own: the search for a mistake must not keep any response. */
function createLog(): (call: CallLog) => void {
  const waiting: CallLog[] = [];
  const printNext = (): void => {
    const isLate = waiting.length > MOST_WAITING;
    print(toLine(waiting.shift()!, isLate));
    if (waiting.length > 0) setImmediate(printNext);
  };
  return (call) => void (waiting.push(call) === 1 && setImmediate(printNext));
}

function toLine(call: CallLog, isLate: boolean): string {
  const { method, target, operationId, refused, fault, reason = '' } = call;
  const found =
    refused !== '-1022' ? reason : isLate ? NOT_LOOKED_FOR : call.mistakes?.join('; or: ') || NO_KNOWN_MISTAKE;
  const why = printable(found);
  const isLost = fault !== undefined && fault !== 'slow' && !fault.endsWith('-after');
  const verdict = refused === undefined ? (isLost ? 'not done' : 'ok') : `refused ${refused}${why && ': '}${why}`;
  return [
    new Date().toISOString(),
    method.padEnd(4),
    printable(target),
    operationId ?? 'no such operation',
    verdict,
    fault && `fault ${fault}`,
  ]
    .filter(Boolean)
    .join('  ');
}

function readNumber(option: string, text: string, below: number, name = option): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number < below) return number;
  throw new ArgumentError(`${name} must be a whole number below ${below}, got ${text}.`, { field: option });
}
