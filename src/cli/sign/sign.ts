import { Command, Option } from 'commander';
import { ArgumentError } from '../../core/errors.js';
import { buildSigningString, signRequest } from '../../core/signing.js';
import { formNotes } from '../../diagnosis/form.js';
import { EXIT } from '../exit.js';
import { COMMAND } from '../../core/command-name.js';
import { toJsonLine } from '../printable.js';
import { readText } from '../read-text.js';
import { print, printNote } from '../output.js';

interface SignOptions {
  readonly timestamp: string;
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly explain?: true;
  readonly baseUrl?: string;
  readonly signature?: string;
  readonly json?: true;
}

const EXPLAIN = { explain: true };

/** `futures sign`: shows, byte for byte, what is signed and what comes out. */
export function signCommand(): Command {
  return new Command('sign')
    .summary('Show the text that is signed and its signature, or explain a rejected signature.')
    .description(
      'Show the text that is signed and its signature, or explain a signature that was rejected.\n' +
        'Sends nothing, but --explain with an address asks that service for its time. Set FUTURES_API_SECRET; it is never printed.\n' +
        '--signature finds more with FUTURES_API_KEY and FUTURES_URL set.',
    )
    .addOption(
      new Option('--timestamp <ms>', 'value of X-CH-TS, milliseconds since the epoch').default(
        String(Date.now()),
        'now',
      ),
    )
    .requiredOption('--method <method>', 'HTTP method')
    .requiredOption('--target <target>', 'path and query exactly as sent, without gateway prefix')
    .option('--body <text>', 'body exactly as sent; @file reads the bytes of a file', '')
    .option('--explain', 'show where each byte of the signed text comes from; needs no secret')
    .addOption(
      new Option('--base-url <url>', 'with --explain: service whose clock is compared; default FUTURES_URL').implies(
        EXPLAIN,
      ),
    )
    .addOption(
      new Option(
        '--signature <text>',
        'with --explain: a rejected value of X-CH-SIGN; names the mistake, and ends with code 1 if it is wrong',
      ).implies(EXPLAIN),
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  FUTURES_API_SECRET=test-secret ${COMMAND} sign --timestamp 1700000000000 --method GET --target '/fapi/v1/openOrders'\n` +
        `  ${COMMAND} sign --explain --timestamp 1700000000000 --method GET --target '/fapi/v1/openOrders'\n\nExit codes: 0 done; 1 the --signature is wrong; 2 wrong command line, or FUTURES_API_SECRET is missing.`,
    )
    .action((given: SignOptions) => {
      const options = { ...given, body: readBody(given.body) };
      return options.explain ? explain(options) : sign(options, readSecret());
    });
}

/** No body of the service begins with `@`. */
const readBody = (body: string): string => (body.startsWith('@') ? readText('--body', body.slice(1)) : body);

function readSecret(): string {
  const apiSecret = process.env['FUTURES_API_SECRET'] ?? '';
  if (apiSecret !== '') return apiSecret;
  throw new ArgumentError(
    'FUTURES_API_SECRET is not set. Nothing was signed. Set it: export FUTURES_API_SECRET=<your secret>',
    { field: 'FUTURES_API_SECRET' },
  );
}

const WHITESPACE = 'FUTURES_API_SECRET has leading or trailing whitespace';

async function explain(options: SignOptions): Promise<void> {
  const { timestamp, method, target, body, signature, json } = options;
  const { explainSigning, writeExplained } = await import('./explain-signing.js');
  const apiKey = process.env['FUTURES_API_KEY'] ?? '';
  const baseUrl = options.baseUrl ?? (process.env['FUTURES_URL'] || undefined);
  const apiSecret = signature === undefined ? '' : readSecret();
  if (apiSecret !== apiSecret.trim())
    printNote(`${WHITESPACE}: the signature is compared with what is made without it (copy-paste error?)`);
  noteMistakes(options);
  const explained = await explainSigning({
    request: { timestampMs: timestamp, method, target, body },
    baseUrl,
    signed: signature === undefined ? undefined : { signature, apiSecret, apiKey },
  });
  print(json ? toJsonLine(explained) : writeExplained(explained));
  if (explained.signature?.right !== false) return;
  process.exitCode = EXIT.failed;
  const unset = [...(apiKey === '' ? ['FUTURES_API_KEY'] : []), ...(baseUrl === undefined ? ['FUTURES_URL'] : [])];
  if (explained.signature.explanations.length === 0 && unset.length > 0)
    printNote(`not set: ${unset.join(', ')}; mistakes with the key, or with the address, were not looked for`);
}

function noteMistakes({ timestamp, method, target, body, signature }: SignOptions): void {
  formNotes(timestamp, signature).forEach(printNote);
  if (method !== method.toUpperCase()) printNote('the method is signed in upper case');
  if (/\$\{?[A-Z]/.test(target + body))
    printNote('a variable of the shell was not replaced: it stands in single quotes');
  if (/[\r\n]/.test(body))
    printNote('the body has line breaks: curl -d @file removes them, curl --data-binary @file sends them');
  if (body.startsWith('\ufeff'))
    printNote('the body begins with a byte order mark, which JSON does not allow: save it without');
  if (/^https?:/.test(target)) printNote('the target is a whole address: only its path and query are signed');
  else if (/[\s#]/.test(target))
    printNote('the target contains whitespace or #: sign it as it is sent, percent-encoded');
}

function sign(options: SignOptions, apiSecret: string): void {
  const { timestamp, method, target, body, json } = options;
  if (apiSecret !== apiSecret.trim()) printNote(`${WHITESPACE}, which is signed with here (copy-paste error?)`);
  noteMistakes(options);
  const request = { timestampMs: timestamp, method, target, body };
  const signingString = buildSigningString(request);
  const signature = signRequest({ ...request, apiSecret });
  const bytes = Buffer.byteLength(signingString);
  if (json) return print(toJsonLine({ signingString, bytes, signature }));
  print(`signed text  ${signingString}\nbytes        ${bytes}\nX-CH-TS      ${timestamp}\nX-CH-SIGN    ${signature}`);
}
