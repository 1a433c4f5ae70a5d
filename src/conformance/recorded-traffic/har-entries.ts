/*
 *   {"log":{"version":"1.2", … "entries":[ {…}, {…}, {…
 *   depth 1  2                            3
 *
 * A HAR file is read entry by entry: it may be larger than what fits into memory as objects, and it may end in the middle.
 */

/** The characters that change the depth, or begin a text. */
const STRUCTURE = /["{}[\]]/g;
const ENTRY = 3;
const HEAD = 100;

/** Cuts the entries out of a HAR file that comes in pieces. Calls back with the text of each entry that is complete. */
export function createHarEntries(onEntry: (text: string) => void) {
  // The text that was not taken yet, and the place up to which it was looked through.
  let [text, at] = ['', 0];
  let [depth, textStart, entryStart] = [0, -1, -1];
  let isList = false;
  let [hasList, isOver] = [false, false];
  let head = '';
  const names: string[] = [];

  /** The end of the text that began before `at`; -1 where it has not come yet. */
  const endOfText = (): number => {
    for (let end = text.indexOf('"', at); end >= 0; end = text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return end;
    }
    return -1;
  };
  const open = (sign: string, place: number): void => {
    if (sign === '[' && depth === 2 && names[1] === 'log' && names[2] === 'entries') [isList, hasList] = [true, true];
    if (sign === '{' && depth === ENTRY && isList) entryStart = place;
    depth++;
  };
  const close = (place: number): void => {
    depth--;
    if (depth === ENTRY && entryStart >= 0) {
      onEntry(text.slice(entryStart, place + 1));
      entryStart = -1;
    }
    if (depth < ENTRY) isList = false;
    isOver = depth <= 0;
  };
  /** Takes one sign or one text; false where more has to come. */
  const step = (): boolean => {
    if (textStart >= 0) {
      const end = endOfText();
      if (end < 0) {
        at = text.length;
        return false;
      }
      if (depth < ENTRY) names[depth] = text.slice(textStart + 1, end);
      [at, textStart] = [end + 1, -1];
      return true;
    }
    STRUCTURE.lastIndex = at;
    const found = STRUCTURE.exec(text);
    if (found === null) {
      at = text.length;
      return false;
    }
    const [sign] = found;
    at = found.index + 1;
    if (sign === '"') textStart = found.index;
    else if (sign === '{' || sign === '[') open(sign, found.index);
    else close(found.index);
    return true;
  };

  return {
    push(piece: string): void {
      if (head.length < HEAD) head = (head + piece.slice(0, HEAD)).slice(0, HEAD);
      // Before an entry, or before the text in front of it, nothing is needed any more.
      const keep = Math.min(...[entryStart, textStart, at].filter((place) => place >= 0));
      text = text.slice(keep) + piece;
      at -= keep;
      if (entryStart >= 0) entryStart -= keep;
      if (textStart >= 0) textStart -= keep;
      let goesOn = true;
      while (goesOn) goesOn = !isOver && step();
    },
    /** Says what the file was: whether log.entries was found, whether it ended before its JSON did, and how it begins. */
    end: () => ({ hasList, isCut: !isOver, head }),
  };
}
