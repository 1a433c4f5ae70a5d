/** A piece of a text: what can be seen, or one character that cannot, with its name. */
export interface Piece {
  readonly text: string;
  readonly blank?: { readonly name: string; readonly mark: string };
}

const NAMED: Readonly<Record<string, { readonly name: string; readonly mark: string }>> = {
  ' ': { name: 'space', mark: '·' },
  '\n': { name: 'line feed', mark: '⏎' },
  '\r': { name: 'carriage return', mark: '␍' },
  '\t': { name: 'tab', mark: '→' },
};

/** Takes a text apart where it has something that cannot be seen: blanks, controls, marks of zero width. */
export function piecesOf(text: string): readonly Piece[] {
  return text
    .split(/([\p{Z}\p{C}])/u)
    .filter((part) => part !== '')
    .map((part) =>
      /^[\p{Z}\p{C}]$/u.test(part) ? { text: part, blank: NAMED[part] ?? byCode(part) } : { text: part },
    );
}

function byCode(char: string): { readonly name: string; readonly mark: string } {
  const code = `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return { name: code, mark: code };
}

/** Shows a text exactly, with marks at what cannot be seen. The marks are style: who copies the text copies none. */
export function VisibleText({ text }: { readonly text: string }) {
  return (
    <>
      {piecesOf(text).map((piece) =>
        piece.blank === undefined ? (
          piece.text
        ) : (
          <span class="blank" data-mark={piece.blank.mark} title={piece.blank.name}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}
