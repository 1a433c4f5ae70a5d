/**
 * Columns without lines around them, for terminals and for pipes. Takes time in proportion to its text: a cell that is
 * wider than {@link WIDEST} moves its own row to the right and does not widen the others.
 */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = head.length === 0 ? rows : [head, ...rows];
  const needed = lines.map((cells) => cells.map(columnsOf));
  const widths: number[] = [];
  for (const cells of needed) {
    for (const [index, columns] of cells.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(columns, WIDEST));
    }
  }
  const padded = (cell: string, line: number, index: number): string =>
    cell + ' '.repeat(Math.max(0, widths[index]! - needed[line]![index]!) + GAP);
  return lines
    .map((cells, line) => cells.map((cell, index) => padded(cell, line, index)).join(''))
    .map((line) => line.trimEnd())
    .join('\n');
}

const GAP = 2;
const WIDEST = 200;

/** Columns of a terminal: two for the characters of East Asian scripts and for emoji, none for marks on a letter. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const char of text.replace(COLOUR_CODES, '')) columns += WIDE.test(char) ? 2 : MARK.test(char) ? 0 : 1;
  return columns;
}

const PLAIN = /^[ -~]*$/;
// oxlint-disable-next-line no-control-regex -- a colour code begins with the control character ESC
const COLOUR_CODES = /\u001b\[\d+m/g;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const MARK = /\p{M}/u;
