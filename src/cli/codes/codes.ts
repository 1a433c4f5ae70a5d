import { Command } from 'commander';
import { errorCodes } from '../../../generated/error-codes.js';
import { ArgumentError } from '../../core/errors.js';
import { COMMAND } from '../../core/command-name.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { printable, toJsonLine } from '../printable.js';

type Code = (typeof errorCodes)[string];

/** `futures codes`: what the error codes of the service are known to mean. */
export function codesCommand(): Command {
  return new Command('codes')
    .description('Explain the error codes of the service: what each means, and what to do.')
    .argument('[code]', 'one code, such as -1121; all of them when left out')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExamples:\n  ${COMMAND} codes\n  ${COMMAND} codes -1121`)
    .action((text: string | undefined, { json }: { readonly json?: true }) => {
      if (text === undefined) return print(json ? toJsonLine(errorCodes) : listOfCodes());
      const code = text.startsWith('-') ? text : `-${text}`;
      const known = Object.hasOwn(errorCodes, code) ? errorCodes[code]! : refuseCode(text);
      print(json ? toJsonLine({ code, ...known }) : `${explanationOf(code, known)}\n\n${EVIDENCE}`);
    });
}

const EVIDENCE =
  'Observed in public sources: the service document lists no codes. They can differ between deployments, and others occur.';

function listOfCodes(): string {
  const rows = Object.entries(errorCodes).map(([code, { meaning, outcome }]) => [code, outcome, meaning]);
  return `${plainTable(['code', 'outcome', 'meaning'], rows)}\n\n${EVIDENCE}\nMore about one: ${COMMAND} codes <code>`;
}

function explanationOf(code: string, { meaning, outcome, retryRead }: Code): string {
  const read = retryRead ? 'can help; the client does it, at most twice' : 'does not help';
  return plainTable(
    [],
    [
      ['code', code],
      ['meaning', meaning],
      ['outcome', `${outcome}: ${OUTCOMES[outcome]}`],
      ['what to do', REMEDIES[code] ?? TO_DO[outcome]],
      ['retry a read', read],
    ],
  );
}

const OUTCOMES: Readonly<Record<Code['outcome'], string>> = {
  rejected: 'the service rejected the call; that nothing was done is our reading of the meaning',
  unknown: 'the service may have acted (our reading of the meaning)',
};

const TO_DO: Readonly<Record<Code['outcome'], string>> = {
  rejected: 'Fix what the code names, then send it again.',
  unknown: 'Look before you repeat an order: getOrder by clientOrderId, getOpenOrders, getTradeHistory.',
};

/** Where more can be done than to fix what the code names. */
const REMEDIES: Readonly<Record<string, string>> = {
  '-1002': 'Check FUTURES_API_KEY, the rights of the key and the path. Do not retry.',
  '-1003': 'Send fewer requests. The client pauses by itself before the next one.',
  '-1015': 'Send fewer orders. Nothing was ordered by this request.',
  '-1021': `Set the clock of this machine. Compare the clocks: ${COMMAND} sign --explain --base-url <url> --method GET --target /fapi/v1/time`,
  '-1022': `Do not retry unchanged. Find the mistake: ${COMMAND} sign --explain --signature <X-CH-SIGN> --timestamp <X-CH-TS> --method <method> --target <target>`,
  '-1023': 'Send the header X-CH-TS. The client sends it.',
  '-1024': 'Send the header X-CH-SIGN. The client sends it.',
};

function refuseCode(text: string): never {
  const message =
    `${printable(text)} is not among the ${Object.keys(errorCodes).length} codes that were observed, so its meaning is not known. ` +
    `Read the message beside it. All codes: ${COMMAND} codes`;
  throw new ArgumentError(message, { field: 'code' });
}
