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
export const readWords = (printed: string): readonly Word[] =>
  printed.split('\n').flatMap((line) => parseWord(line.trim()) ?? []);

/** The words without "unknown" that another word of the same intent followed, as far as there are more than `count`. */
export function finalWords(printed: string, count: number): readonly Word[] {
  const words = readWords(printed);
  let spare = words.length - count;
  return words.filter(({ outcome }) => outcome !== 'unknown' || spare-- <= 0);
}

/** JSON of which the numbers that a double may round are text. */
export const parseDigits = (text: string): unknown =>
  JSON.parse(text.replace(/(?<=[:[,]\s*)(\d{16,})(?=\s*[,}\]])/g, '"$1"'));

/** The last outcome that was printed and is not among the known ones; undefined where there is no such line. */
export const strangeOutcome = (printed: string): string | undefined =>
  printed
    .split('\n')
    .flatMap((line) => membersIn(line.trim())['outcome'] ?? [])
    .map(String)
    .findLast((outcome) => !OUTCOMES.some((one) => one === outcome));

const parseWord = (line: string): Word | undefined => readWord(membersIn(line));

/** A word with its ids as text; undefined where the outcome is none of the known ones. */
export function readWord(members: Readonly<Record<string, unknown>>): Word | undefined {
  const { outcome, orderId, ids } = members;
  if (!OUTCOMES.some((one) => one === outcome)) return undefined;
  return {
    outcome: outcome as Word['outcome'],
    ...(orderId !== undefined && orderId !== null && orderId !== '' && { orderId: String(orderId) }),
    ...(Array.isArray(ids) && { ids: ids.map(String) }),
  };
}

function membersIn(line: string): Readonly<Record<string, unknown>> {
  try {
    return line.startsWith('{') ? (parseDigits(line) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The outcome of an error that has one, as this client's errors do. */
export function wordOfError(error: unknown): Word | undefined {
  const outcome = (error as { outcome?: unknown } | null)?.outcome;
  return OUTCOMES.some((one) => one === outcome) ? { outcome: outcome as Word['outcome'] } : undefined;
}
