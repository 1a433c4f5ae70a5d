/**
 * Characters that must not reach a reader as they are: those that move a cursor, turn text around or are allowed in no XML (halves
 * of a surrogate pair among them). Tab and line feed are left to {@link visible}.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

const written = (char: string): string => `\\u{${char.codePointAt(0)!.toString(16)}}`;

/** Text of a server as a page, a terminal or an XML file can hold it: what is invisible is spelled out. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, written);
}

/** The same in one line. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\t\n]/g, written);
}
