import { Command } from 'commander';
import { errorCodes } from '../../../generated/error-codes.js';
import { asksToSlowDown, TOO_MANY } from '../../client/slow-down.js';
import { ArgumentError } from '../../core/errors.js';
import { PROMISES } from '../../core/outcome.js';
import { COMMAND } from '../../core/command-name.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { printable, toJsonLine } from '../printable.js';
import { type CodeMeaning, whatToDo } from './what-to-do.js';

/** `futures codes`: what the error codes of the service are known to mean. */
export function codesCommand(): Command {
  return new Command('codes')
    .description('Explain the error codes of the service: what each means, and what to do.')
    .argument('[code]', 'one code, such as -1121, or a word of its meaning; all of them when left out')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${COMMAND} codes\n  ${COMMAND} codes -1121\n\nExit codes: 0 done; 2 wrong command line, or a code or word that is not listed.`,
    )
    .action((text: string | undefined, { json }: { readonly json?: true }) => {
      const found = codesAbout(text);
      if (found !== undefined)
        return print(
          json
            ? toJsonLine(Object.fromEntries(Object.entries(found).map(([code, known]) => [code, ofJson(known)])))
            : listOfCodes(found),
        );
      const code = Object.hasOwn(errorCodes, text!) || text!.startsWith('-') ? text! : `-${text}`;
      const known = Object.hasOwn(errorCodes, code) ? errorCodes[code]! : refuseCode(text!);
      print(json ? toJsonLine({ code, ...ofJson(known), whatToDo: whatToDo(code) }) : explanationOf(code, known));
    });
}

/** In the response to a call that makes an order, a code that speaks of one proves nothing. */
const outcomeOfCreate = ({ outcome, order }: CodeMeaning): CodeMeaning['outcome'] =>
  order === undefined ? outcome : 'unknown';

const ofJson = (known: CodeMeaning): object => ({ ...known, outcomeOfCreate: outcomeOfCreate(known) });

const EVIDENCE =
  'Observed in public sources: the service document lists no codes. They can differ between deployments, and others occur.';

/** The codes whose meaning has these words, or all; undefined when the text is a code, or none has. */
function codesAbout(text: string | undefined): typeof errorCodes | undefined {
  if (text === undefined) return errorCodes;
  if (/^-?\d/.test(text)) return undefined;
  const found = Object.entries(errorCodes).filter(([, { meaning }]) =>
    meaning.toLowerCase().includes(text.toLowerCase()),
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function listOfCodes(shown: typeof errorCodes): string {
  const rows = groupsOf(Object.entries(shown)).flatMap((group) => {
    const [[, { meaning, outcome }]] = group;
    const codes = group.map(([code]) => code);
    const names = codes.length < MIN_FOLDED ? codes : [rangesOf(codes)];
    return names.map((name) => [name, outcome, meaning]);
  });
  return `${plainTable(['code', 'outcome', 'meaning'], rows)}\n\n${EVIDENCE}\nMore about one: ${COMMAND} codes <code>`;
}

/** Least number of codes with one meaning that share a row: fewer are easier to find in a row each. */
const MIN_FOLDED = 10;

type Group = [readonly [string, CodeMeaning], ...(readonly [string, CodeMeaning])[]];

/** Neighbours of the same meaning. */
function groupsOf(codes: readonly (readonly [string, CodeMeaning])[]): Group[] {
  const groups: Group[] = [];
  for (const entry of codes) {
    const last = groups.at(-1);
    const [, { meaning, outcome }] = last?.[0] ?? entry;
    if (last !== undefined && meaning === entry[1].meaning && outcome === entry[1].outcome) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** `-2018, -2021 to -2040` */
function rangesOf(codes: readonly string[]): string {
  const ranges: string[][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last !== undefined && Math.abs(Number(code) - Number(last.at(-1))) === 1) last.push(code);
    else ranges.push([code]);
  }
  return ranges.map((range) => (range.length > 2 ? `${range[0]} to ${range.at(-1)}` : range.join(', '))).join(', ');
}

function explanationOf(code: string, known: CodeMeaning): string {
  const { meaning, outcome, retryRead } = known;
  const ofCreate = outcomeOfCreate(known) === outcome ? '' : '; unknown after a create';
  const rows = [
    ['code', code],
    ['meaning', meaning],
    ['outcome', `${outcome}: ${PROMISES[outcome]} (our reading of the meaning)${ofCreate}`],
    ['what to do', whatToDo(code)],
    ['retry a read', retryRead ? 'can help; the client does it' : 'does not help'],
  ];
  return `${plainTable([], rows)}\n\n${EVIDENCE}`;
}

function refuseCode(text: string): never {
  const count = Object.keys(errorCodes).length;
  const problem = asksToSlowDown(Number(text))
    ? `${text} is an HTTP status, not a code. As ${TOO_MANY}, it means (observed): ${errorCodes[TOO_MANY]!.meaning}; 418 bans the IP address. ${whatToDo(TOO_MANY)} See the page Rate limits (limits.html).`
    : /^-?\d+$/.test(text)
      ? `${text} is not among the ${count} codes that were observed, so its meaning is not known. Read the message beside it.`
      : `${JSON.stringify(printable(text))} is not in the meaning of any of the ${count} observed codes.`;
  throw new ArgumentError(`${problem} All codes: ${COMMAND} codes`, { field: 'code' });
}
