/** Characters that move a cursor, end a line or turn text around: a service must not control a user's terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same without what JSON escapes itself, and without the line breaks between its members. */
const UNPRINTABLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Nearly all text; testing for it is several times faster than replacing nothing. */
const PLAIN = /^[ -~]*$/;

/** One line of text that a terminal shows as it is. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNPRINTABLE, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** A value as one line of JSON that a terminal shows as it is; it is parsed to the same value. Of a plain error, its message. */
export const toJsonLine = (value: unknown): string => printableJson(JSON.stringify(value, withMessage) ?? 'null');

/** JSON writes no member of an error that has no `toJSON`. */
const withMessage = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message } : value;

/** JSON with every character escaped that a terminal would not show. Outside of strings it has none of them. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE_IN_JSON, (char) => char.split('').map(escapeUnit).join(''));
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
