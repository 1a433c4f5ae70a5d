/** Columns without lines around them, for terminals and for pipes. */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = head.length === 0 ? rows : [head, ...rows];
  const widths: number[] = [];
  for (const cells of lines) {
    for (const [index, cell] of cells.entries()) widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
  }
  return lines
    .map((cells) => cells.map((cell, index) => cell + ' '.repeat(widths[index]! - columnsOf(cell) + GAP)).join(''))
    .map((line) => line.trimEnd())
    .join('\n');
}

const GAP = 2;

/** Columns of a terminal: two for the characters of East Asian scripts and for emoji, none for marks on a letter. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text.replace(COLOUR_CODES, '')) columns += WIDE.test(char) ? 2 : MARK.test(char) ? 0 : 1;
  return columns;
}

// oxlint-disable-next-line no-control-regex -- a colour code begins with the control character ESC
const COLOUR_CODES = /\u001b\[\d+m/g;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const MARK = /\p{M}/u;
