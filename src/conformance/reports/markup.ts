import { visible, visibleLine } from './visible.js';

/** Text that is markup already; anything else is escaped. */
class Markup {
  constructor(readonly text: string) {}
}
export type { Markup };

type Part = string | number | Markup | undefined | readonly Part[];

/**
 * Template for XML and HTML: every value is escaped, unless it is markup itself. Lists are joined, undefined is nothing.
 * Values belong between tags or between double quotes.
 */
export function markup(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = template[0]!;
  for (const [index, part] of parts.entries()) {
    const next = template[index + 1]!;
    text += toText(part, text.endsWith('"') && next.startsWith('"')) + next;
  }
  return new Markup(text);
}

/** A constant of this package that is to stand in a page as it is, such as a style sheet. */
export function unescaped(constant: string): Markup {
  return new Markup(constant);
}

function toText(part: Part, isAttribute: boolean): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map((each) => toText(each, isAttribute)).join('');
  const text = String(part);
  // An XML parser turns a line break in an attribute into a blank.
  return (isAttribute ? visibleLine(text) : visible(text)).replace(/[&<>"']/g, (char) => ESCAPED[char]!);
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
