import { Command, Option } from 'commander';
import { ArgumentError } from '../core/errors.js';
import { buildSigningString, signRequest } from '../core/signing.js';

interface SignOptions {
  readonly timestamp: string;
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly json?: true;
}

/** `futures sign`: shows, byte for byte, what is signed and what comes out. Sends nothing. */
export function signCommand(): Command {
  return new Command('sign')
    .description(
      'Show the text that is signed and its signature. Sends nothing.\n' +
        'The secret is read from FUTURES_API_SECRET and never printed.',
    )
    .addOption(
      new Option('--timestamp <ms>', 'value of X-CH-TS, milliseconds since the epoch').default(
        String(Date.now()),
        'now',
      ),
    )
    .requiredOption('--method <method>', 'HTTP method')
    .requiredOption('--target <target>', 'path and query exactly as sent, without gateway prefix')
    .option('--body <text>', 'body exactly as sent', '')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      "\nExample:\n  FUTURES_API_SECRET=test-secret futures sign --timestamp 1700000000000 --method GET --target '/fapi/v1/openOrders'",
    )
    .action((options: SignOptions) => print(options, readSecret()));
}

function readSecret(): string {
  const apiSecret = process.env['FUTURES_API_SECRET'] ?? '';
  if (apiSecret !== '') return apiSecret;
  throw new ArgumentError('FUTURES_API_SECRET is not set: the secret is read from there.', {
    field: 'FUTURES_API_SECRET',
  });
}

function print({ timestamp, method, target, body, json }: SignOptions, apiSecret: string): void {
  if (apiSecret !== apiSecret.trim())
    note('FUTURES_API_SECRET begins or ends with blank space: it is part of the key here');
  if (timestamp.length !== 13) note('X-CH-TS has 13 digits when it is in milliseconds');
  if (method !== method.toUpperCase()) note('the method is signed in upper case');
  if (/[\s#]/.test(target)) note('a target has no blanks and no fragment: sign it as it is sent, percent-encoded');
  const request = { timestampMs: timestamp, method, target, body };
  const signingString = buildSigningString(request);
  const signature = signRequest({ ...request, apiSecret });
  const bytes = Buffer.byteLength(signingString);
  if (json) return console.log(JSON.stringify({ signingString, bytes, signature }));
  console.log(
    `signed text  ${signingString}\nbytes        ${bytes}\nX-CH-TS      ${timestamp}\nX-CH-SIGN    ${signature}`,
  );
}

/** On standard error, so that the output stays what it is. */
function note(text: string): void {
  console.error(`note: ${text}`);
}
