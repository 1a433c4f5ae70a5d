import { createDecoder } from '../../core/json/decode.js';

/** One thing that a program is asked to do: a method of the client by name, with the input as it is declared on the wire. */
export interface Intent {
  readonly do: string;
  readonly input: Readonly<Record<string, string | number>>;
  /** Every record is wanted, over all pages. */
  readonly all?: true;
}

const OUTCOMES = ['accepted', 'rejected', 'absent', 'not-sent', 'unknown'] as const;

/** The word of a program about its intent. */
export interface Word {
  /**
   * `accepted`: the service did it. `rejected`, `absent`, `not-sent`: it did not. `unknown`: the program does not know.
   */
  readonly outcome: (typeof OUTCOMES)[number];
  /** Id of the order, as text: a number of 19 digits does not survive most JSON parsers. */
  readonly orderId?: string | undefined;
  /** Ids of the records that a read found. */
  readonly ids?: readonly string[] | undefined;
}

/** True when the program says that the service did nothing. */
export const isDenied = ({ outcome }: Word): boolean => outcome !== 'accepted' && outcome !== 'unknown';

/** The lines that are words. */
export const readWords = (printed: string): readonly Word[] => objectsIn(printed).flatMap((one) => readWord(one) ?? []);

/** The words without "unknown" that another word of the same intent followed, as far as there are more than `count`. */
export function finalWords(printed: string, count: number): readonly Word[] {
  const words = readWords(printed);
  let spare = words.length - count;
  return words.filter(({ outcome }) => outcome !== 'unknown' || spare-- <= 0);
}

/** The last outcome that was printed and is not among the known ones; undefined where there is no such line. */
export const strangeOutcome = (printed: string): string | undefined =>
  objectsIn(printed)
    .flatMap(({ outcome }) => (outcome == null ? [] : String(outcome)))
    .findLast((outcome) => !isOutcome(outcome));

/** A word with its ids as text; undefined where the outcome is none of the known ones. */
export function readWord({ outcome, orderId, ids }: Members): Word | undefined {
  if (!isOutcome(outcome)) return undefined;
  const id = String(orderId ?? '');
  return { outcome, ...(id !== '' && { orderId: id }), ...(Array.isArray(ids) && { ids: ids.map(String) }) };
}

const isOutcome = (outcome: unknown): outcome is Word['outcome'] => OUTCOMES.some((one) => one === outcome);

type Members = Readonly<Record<string, unknown>>;

const objectsIn = (printed: string): readonly Members[] =>
  printed.split('\n').flatMap((line) => (line.trim().startsWith('{') ? [parseJson(line) ?? {}] : []));

const decode = createDecoder();

/** JSON with every number as its digits, and its members; undefined for other text. */
export function parseJson(text: string): Members | undefined {
  try {
    return Object(decode(text)) as Members;
  } catch {
    return undefined;
  }
}
