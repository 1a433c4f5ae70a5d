/** `clientOrderId` as the words that it is made of. */
const partsOf = (word: string): readonly string[] => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a text can be found by: each word whole, and a name in camel case by its parts too. */
export const tokensOf = (text: string): string[] =>
  wordsIn(text).flatMap((word) => {
    const parts = partsOf(word);
    return (parts.length === 1 ? parts : [word, ...parts]).map((token) => token.toLowerCase());
  });

/** What the forms of a word have in common: sign, signs, signed and signing are found by each other. */
export const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?<=...)(?:ing|e?s|ed|e)$/, '').replace(/y$/, 'i') : word;

/** Two texts that differ only in case, camel case and punctuation are the same: `order id`, `orderId`, `order.id`. */
export const spokenForm = (text: string): string => wordsIn(text).flatMap(partsOf).join(' ').toLowerCase();

/** A word as it was typed, and the words that a name in camel case is made of. */
export interface TypedWord {
  readonly whole: string;
  readonly parts: readonly string[];
}

const typedWords = (text: string): readonly TypedWord[] =>
  wordsIn(text).map((word) => ({ whole: word.toLowerCase(), parts: partsOf(word).map((part) => part.toLowerCase()) }));

/** Words of a question that say nothing about its subject. */
const EMPTY = new Set(
  'a an and any are at be behind by can did do does for from get go got has have how i if in is it many me mean much my of on or per s see should so some t that the there this through to try use want was what when where which why will with you'.split(
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
  ['cancel', 'stop', 'kill', 'remove', 'delete'],
  ['condition', 'stop', 'trigger', 'conditional'],
  ['place', 'create', 'submit', 'buy', 'sell', 'send'],
  ['clock', 'time', 'timestamp', 'recvwindow', 'drift', 'ntp'],
  ['refused', 'rejected', 'invalid', 'denied', 'wrong', 'bad'],
  ['429', '418', 'throttled', 'banned', 'ban', 'ratelimit'],
  ['rate', 'second', 'minute', 'quota', 'throughput'],
  ['secret', 'apikey', 'credentials', 'login'],
  ['symbol', 'ticker', 'pair', 'contract'],
  ['minimum', 'precision', 'decimals', 'lot', 'tick', 'rounding'],
  ['paging', 'pagination', 'page', 'history', 'past', 'old'],
  ['proxy', 'tls', 'certificate', 'dns'],
  ['mock', 'fake', 'simulator', 'testnet', 'sandbox', 'paper', 'test'],
  ['postman', 'insomnia', 'sidecar'],
  ['balance', 'margin', 'funds'],
  ['push', 'websocket', 'stream', 'subscribe'],
  ['performance', 'speed', 'fast', 'slow', 'latency'],
  ['observability', 'log', 'logger', 'debug', 'trace'],
  ['recover', 'crash', 'restart', 'journal'],
  ['change', 'set', 'adjust', 'switch'],
];

/** What else a word can be called; nothing for most. */
export const synonymsOf = (word: string): readonly string[] => {
  const isSame = (other: string): boolean => stemOf(other) === stemOf(word);
  return SYNONYMS.filter((words) => words.some(isSame)).flatMap((words) => words.filter((other) => !isSame(other)));
};
