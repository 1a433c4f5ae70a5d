import { isHex, type SignatureEncoding } from '../core/signature-encoding.js';
import { nameSent } from './algorithm.js';

/** The faults in the form of what was sent, in words. They show without the secret, and beside any other mistake. */
export const formNotes = (
  timestamp: string,
  signature?: string,
  wanted: SignatureEncoding = 'hex',
): readonly string[] =>
  [timestampNote(timestamp), signature === undefined ? undefined : lengthNote(signature, wanted)].filter(
    (note) => note !== undefined,
  );

/** The fault in the form of X-CH-TS; undefined when it can be milliseconds. */
export const timestampNote = (timestamp: string): string | undefined =>
  /^\d{13}$/.test(timestamp)
    ? undefined
    : `X-CH-TS has ${timestamp.length} characters${/\dN$/.test(timestamp) ? ', the last an N (date of macOS has no %3N)' : ''}: milliseconds have 13 digits, seconds 10`;

/** The fault in the form of a signature, in words; undefined when it can be one. */
export function lengthNote(signature: string, wanted: SignatureEncoding): string | undefined {
  if (signature.includes('= ')) return `This signature is wrong: ${nameSent.title}.`;
  if (!isHex(wanted)) {
    return /^[\w+/-]{43}=$/.test(signature)
      ? undefined
      : `A signature in base64 has 44 characters and ends in "=". This one has ${signature.length}.`;
  }
  const foreign = [...signature].find((character) => !/[\da-f]/i.test(character));
  if (foreign !== undefined) {
    return `A signature has 64 hex digits (0-9, a-f). This one has ${signature.length} characters, and ${JSON.stringify(foreign)} among them.`;
  }
  if (signature.length === 64) return undefined;
  const cause = signature.length < 64 ? 'Was a part or leading zero lost?' : 'Was something put before or after it?';
  return `A signature has 64 hex digits. This one has ${signature.length}. ${cause}`;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** In the largest unit of which there are two or more. */
export function duration(ms: number): string {
  const [unitMs, name] = UNITS.find(([unit]) => ms >= 2 * unit) ?? [1, 'ms'];
  return `${Math.round((ms / unitMs) * 10) / 10} ${name}`;
}
