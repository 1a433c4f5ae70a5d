import { visible, visibleLine } from './visible.js';

/** Text that is markup already; anything else is escaped. */
class Markup {
  constructor(readonly text: string) {}
}
export type { Markup };

type MarkupPart = string | number | Markup | undefined | readonly MarkupPart[];

/**
 * Template for XML and HTML: every value is escaped, unless it is markup itself. Lists are joined, undefined is nothing.
 * Values belong between tags or between quotes.
 */
export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let text = template[0]!;
  for (const [index, part] of parts.entries()) {
    text += toText(part, isBetweenTags(text)) + template[index + 1]!;
  }
  return new Markup(text);
}

/** True when the next value is not inside a tag. A piece of a template without any tag counts as inside one. */
function isBetweenTags(text: string): boolean {
  return text.lastIndexOf('>') > text.lastIndexOf('<');
}

/** Text for XML without any entity: some readers refuse a file with a thousand, and a page of HTML has more brackets. */
export function cdata(text: string): Markup {
  return new Markup(`<![CDATA[${visible(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
}

/** A constant of this package that is to stand in a page as it is, such as a style sheet. */
export function unescaped(constant: string): Markup {
  return new Markup(constant);
}

function toText(part: MarkupPart, isText: boolean): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map((each) => toText(each, isText)).join('');
  if (isText) return escaped(visible(String(part)), /[&<>]/g);
  // An XML parser turns a line break in an attribute into a blank.
  return escaped(visibleLine(String(part)), /[&<>"']/g);
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (char) => ENTITIES[char]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
