import { isOpenOutcome, parseEntry } from './entry.js';
import type { DamagedLine, JournalEntry } from './journal.js';
import { readForgotten } from './forgotten.js';
import type { ScannedLine } from './line-scanner.js';
import { readSeal, type Seal } from './sealed-line.js';

/** The position of a text in a file. */
export interface FileSpan {
  readonly offset: number;
  readonly length: number;
}

/** An open intent of a file, as JSON. */
export interface OpenSpans {
  readonly intent: FileSpan;
  last: FileSpan | undefined;
  /** Where it is known: lines without a checksum are read whole. */
  readonly clientOrderId: string | undefined;
}

/** Told of each order that was accepted; without the place of its intent where that is not known. */
type OnAccepted = (clientOrderId: string, intent: FileSpan | undefined, last: FileSpan) => void;

/** More damaged lines than this are counted and not kept. */
const MAX_DAMAGED = 1000;
const MAX_TEXT = 1000;

/** Layout of what `writeEntry` writes: `{"v":1,"type":"intent","id":"…"`; `result` has as many letters. */
const VERSION_AT = 5;
const TYPE_AT = 15;
const ID_AT = 29;
/** `","outcome":"` behind the id. */
const OUTCOME_BEHIND = 13;
const [QUOTE, COMMA, ONE, BACKSLASH, LETTER_I] = [0x22, 0x2c, 0x31, 0x5c, 0x69];
const [LETTER_R, LETTER_S, LETTER_U, BRACE] = [0x72, 0x73, 0x75, 0x7b];
/** The text between the id of an accepted order and its clientOrderId. */
const ACCEPTED = '","outcome":"accepted","clientOrderId":"';

/**
 * Goes through the lines of a file journal and keeps what is open and what is damaged. A line with a good checksum is not
 * parsed: its type, id and outcome stand at known places.
 */
export class JournalScan {
  readonly damaged: DamagedLine[] = [];
  /** Lines that a crash cut off, as the journal wrote them down when it was opened the next time. */
  readonly cuts: FileSpan[] = [];
  /** Fingerprints of accepted orders that were dropped from the file. */
  readonly forgotten: number[] = [];
  /** Number of the last good line. */
  number = 0;
  /** Where the last line begins that is damaged or before which lines are missing; -1 when there is none. */
  damagedAt = -1;
  /** The unfinished last line, where it is not an entry. */
  torn: FileSpan | undefined;
  /** True when no line is good, and the first one does not even begin like one. */
  isForeign: boolean | undefined;
  /** True when a good line is of a later version: it may mean anything, an order that is open for one. */
  isLater = false;
  /** Mostly the result of an order comes next: the newest intent is kept apart, which spares a map most of its work. */
  #newestId: string | undefined;
  #newest: OpenSpans | undefined;
  readonly #open = new Map<string, OpenSpans>();
  readonly #onEntry: ((entry: JournalEntry) => void) | undefined;
  readonly #onAccepted: OnAccepted | undefined;
  readonly #seal: Seal = { number: 0, jsonStart: 0 };
  /** Damaged lines since the last good one: they account for numbers that are missing. */
  #damagedSince = 0;

  /** `onEntry` is given every entry, which are then parsed. */
  constructor(onEntry?: (entry: JournalEntry) => void, onAccepted?: OnAccepted) {
    this.#onEntry = onEntry;
    this.#onAccepted = onAccepted;
  }

  /** The open intents, in the order in which they were written. */
  get open(): ReadonlyMap<string, OpenSpans> {
    if (this.#newestId !== undefined) this.#open.set(this.#newestId, this.#newest!);
    this.#newestId = this.#newest = undefined;
    return this.#open;
  }

  readonly add = (line: ScannedLine): void => {
    const { bytes, start, end, isComplete } = line;
    const seal = this.#seal;
    let isGood: boolean;
    if (readSeal(bytes, start, end, seal)) isGood = this.#checkNumber(line) && this.#readSealed(line, seal.jsonStart);
    // Files of before had no checksums; a line without one behind one that has one is damaged.
    else isGood = this.number === 0 && bytes[start] === BRACE && this.#readWhole(line, start);
    if (isGood) return void (this.isForeign = false);
    this.isForeign ??= !beginsLikeEntry(bytes.toString('latin1', start, Math.min(end, start + 10)));
    if (isComplete) return this.#addDamaged(line, 'damaged');
    this.torn = spanOf(line, start);
    this.#keep({ line: line.line, text: textOf(line), kind: 'cut' });
  };

  #checkNumber(line: ScannedLine): boolean {
    const { number } = this.#seal;
    if (number <= this.number) return false;
    if (number - this.number - 1 > this.#damagedSince) this.#addDamaged(line, 'missing');
    this.number = number;
    this.#damagedSince = 0;
    return true;
  }

  #readSealed(line: ScannedLine, start: number): boolean {
    if (this.#onEntry !== undefined) return this.#readWhole(line, start);
    const { bytes, end } = line;
    const type = bytes[start + TYPE_AT];
    let i = start + ID_AT;
    for (; i < end && bytes[i] !== QUOTE; i++) {
      if (bytes[i] === BACKSLASH || bytes[i]! > 0x7e) return this.#readWhole(line, start);
    }
    const isOurs = bytes[start + VERSION_AT] === ONE && bytes[start + VERSION_AT + 1] === COMMA;
    if (!isOurs || (type !== LETTER_I && type !== LETTER_R)) return this.#readWhole(line, start);
    const id = bytes.toString('latin1', start + ID_AT, i);
    if (type === LETTER_I) this.#addIntent(id, spanOf(line, start), undefined);
    else {
      const outcome = bytes[i + OUTCOME_BEHIND];
      this.#tellAccepted(line, id, i, start);
      this.#addResult(id, line, start, outcome === LETTER_S || outcome === LETTER_U);
    }
    return true;
  }

  #tellAccepted(line: ScannedLine, id: string, idEnd: number, start: number): void {
    const { bytes, end } = line;
    const from = idEnd + ACCEPTED.length;
    if (this.#onAccepted === undefined || bytes.toString('latin1', idEnd, from) !== ACCEPTED) return;
    const text = bytes.toString('latin1', from, bytes.indexOf(QUOTE, from));
    const known = /^[ -[\]-~]*$/.test(text) ? text : parseEntry(bytes.toString('utf8', start, end))?.clientOrderId;
    if (known !== undefined) this.#onAccepted(known, this.#known(id)?.intent, spanOf(line, start));
  }

  #known(id: string): OpenSpans | undefined {
    return id === this.#newestId ? this.#newest : this.#open.get(id);
  }

  #addIntent(id: string, intent: FileSpan, clientOrderId: string | undefined): void {
    if (this.#newestId !== undefined) this.#open.set(this.#newestId, this.#newest!);
    this.#newestId = id;
    this.#newest = { intent, last: undefined, clientOrderId };
  }

  #addResult(id: string, line: ScannedLine, start: number, isOpen: boolean): void {
    const known = this.#known(id);
    if (isOpen) {
      if (known !== undefined) known.last = spanOf(line, start);
    } else if (id === this.#newestId) this.#newestId = this.#newest = undefined;
    else this.#open.delete(id);
  }

  #readWhole(line: ScannedLine, start: number): boolean {
    const json = line.bytes.toString('utf8', start, line.end);
    const entry = parseEntry(json);
    if (entry === undefined) return start > line.start && this.#readNote(line, json, start);
    const known = this.#known(entry.id);
    if (known?.clientOrderId !== undefined && known.clientOrderId !== entry.clientOrderId) return false;
    if (entry.type === 'result' && entry.outcome === 'accepted')
      this.#onAccepted?.(entry.clientOrderId, known?.intent, spanOf(line, start));
    if (entry.type === 'intent') this.#addIntent(entry.id, spanOf(line, start), entry.clientOrderId);
    else this.#addResult(entry.id, line, start, isOpenOutcome(entry.outcome));
    this.#onEntry?.(entry);
    return true;
  }

  #readNote(line: ScannedLine, json: string, start: number): boolean {
    this.isLater ||= /^\{"v":(?!1,)\d/.test(json);
    const forgotten = readForgotten(json);
    if (forgotten !== undefined) return this.forgotten.push(...forgotten) > 0;
    const text = readCutText(json);
    if (text === undefined) return false;
    this.cuts.push(spanOf(line, start));
    this.#keep({ line: line.line, text, kind: 'cut' });
    return true;
  }

  #addDamaged(line: ScannedLine, kind: 'damaged' | 'missing'): void {
    this.damagedAt = line.offset;
    if (kind === 'damaged') this.#damagedSince++;
    this.#keep({ line: line.line, text: kind === 'missing' ? '' : textOf(line), kind });
  }

  #keep(damaged: DamagedLine): void {
    if (this.damaged.length < MAX_DAMAGED) this.damaged.push(damaged);
  }
}

/** A line that was cut off is filled up with what it could have gone on with. */
const beginsLikeEntry = (text: string): boolean =>
  ['00000000 0', '{"v":1,'].some((like) => /^(?:[\da-f]{8} \d|\{"v":1,)/.test(text + like.slice(text.length)));

const spanOf = (line: ScannedLine, start: number): FileSpan => ({
  offset: line.offset + start - line.start,
  length: line.end - start,
});

const textOf = ({ bytes, start, end }: ScannedLine): string =>
  bytes.toString('utf8', start, Math.min(end, start + 4 * MAX_TEXT)).slice(0, MAX_TEXT);

/** The text that replaces a line that a crash cut off. */
export const writeCut = (text: string): string => JSON.stringify({ v: 1, type: 'cut', text });

function readCutText(json: string): string | undefined {
  try {
    const { type, text } = JSON.parse(json) as { readonly type?: unknown; readonly text?: unknown };
    return type === 'cut' && typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
