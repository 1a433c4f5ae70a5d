import { createRedactor } from '../../core/redact.js';
import { type CallerTrace, signingHeader } from './trace.js';

/** The last words of a program, as a sentence for the end of a reason: its last error or line, without secrets. */
export function lastPrinted({ printed, credentials, calls }: CallerTrace): string {
  const signatures = calls.map((call) => signingHeader(call, 'signature'));
  const said = lastLine(printed);
  return said === '' ? '' : `. It printed: ${createRedactor([...Object.values(credentials), ...signatures])(said)}`;
}

/** The last line that names an error, since some runtimes print more under it, or else the last one; and why it was ended. */
export function lastLine(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !line.startsWith(NOTE));
  const last = own.findLast((line) => /^\s*\w*(?:Error|Exception)\b/.test(line)) ?? own.at(-1);
  return [last, lines.findLast((line) => line.startsWith(NOTE))].filter((line) => line !== undefined).join(' ');
}

const NOTE = '(the program ';

/** Says in the output of a program why it was ended. */
export const noteEnd = (printed: string, why: string): string => `${printed}\n${NOTE}${why})`;
