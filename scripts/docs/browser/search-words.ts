/** `clientOrderId` as the words that it is made of. */
const partsOf = (word: string): readonly string[] => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a text can be found by: each word whole, and a name in camel case by its parts too. */
export const tokensOf = (text: string): string[] =>
  wordsIn(text).flatMap((word) => {
    const parts = partsOf(word);
    return (parts.length === 1 ? parts : [word, ...parts]).map((token) => token.toLowerCase());
  });

/** Two texts that differ only in case, camel case and punctuation are the same: `order id`, `orderId`, `order.id`. */
export const spokenForm = (text: string): string => wordsIn(text).flatMap(partsOf).join(' ').toLowerCase();

/** A word as it was typed, and the words that a name in camel case is made of. */
interface TypedWord {
  readonly whole: string;
  readonly parts: readonly string[];
}

const typedWords = (text: string): readonly TypedWord[] =>
  wordsIn(text).map((word) => ({ whole: word.toLowerCase(), parts: partsOf(word).map((part) => part.toLowerCase()) }));

/** Words of a question that say nothing about its subject. */
const EMPTY = new Set(
  'a an and are at be can did do does for from get got has have how i in is it me my of on or s t that the this to was what when why with'.split(
    ' ',
  ),
);

/** The words that were typed, without those that say nothing; all of them when nothing else is there. */
export function meaningfulWords(text: string): readonly TypedWord[] {
  const words = typedWords(text);
  const meaningful = words.filter(({ whole }) => !EMPTY.has(whole));
  return meaningful.length > 0 ? meaningful : words;
}

/** Words of people who are in trouble, beside those of the documentation. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['duplicate', 'double', 'doubled', 'twice', 'idempotent', 'idempotency'],
  ['hung', 'hang', 'hangs', 'stuck', 'timeout', 'lost', 'disappeared', 'freeze', 'frozen', 'pending'],
  ['everything', 'all', 'panic'],
  ['place', 'create', 'submit'],
  ['clock', 'time', 'timestamp', 'recvwindow', 'drift', 'ntp'],
  ['refused', 'rejected', 'invalid', 'denied', 'wrong', 'bad'],
  ['429', '418', 'throttled', 'banned', 'ban', 'ratelimit'],
  ['secret', 'apikey', 'credentials', 'login'],
  ['symbol', 'ticker', 'pair', 'contract'],
  ['minimum', 'precision', 'decimals', 'lot', 'tick', 'rounding'],
  ['paging', 'pagination', 'page', 'history'],
  ['proxy', 'tls', 'certificate', 'dns'],
  ['mock', 'fake', 'simulator', 'testnet', 'sandbox', 'paper'],
  ['postman', 'insomnia', 'sidecar'],
  ['balance', 'margin', 'funds'],
];

/** What else a word can be called; nothing for most. */
export const synonymsOf = (word: string): readonly string[] =>
  SYNONYMS.filter((words) => words.includes(word)).flatMap((words) => words.filter((other) => other !== word));
