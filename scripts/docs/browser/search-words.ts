/** `clientOrderId` as the words that it is made of; `PnL` is one. */
const partsOf = (word: string): readonly string[] => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{L})/u);

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words that find a text: each word whole, and a name in camel case by its parts too. */
export const tokensOf = (text: string): string[] =>
  wordsIn(text).flatMap((word) => {
    const parts = partsOf(word);
    return (parts.length === 1 ? parts : [word, ...parts]).map((token) => token.toLowerCase());
  });

export const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?<=...)(?:ing|e?s|ed|e)$/, '').replace(/y$/, 'i') : word;

/** Two texts that differ only in case, camel case and punctuation are the same: `order id`, `orderId`, `order.id`. */
export const spokenForm = (text: string): string => wordsIn(text).flatMap(partsOf).join(' ').toLowerCase();

const EMPTY = new Set(
  'a an and are at be can did do does for from get go got has have how i if in is it me my of on or s see t that the there this to use was what when where why with'.split(
    ' ',
  ),
);

/** The words that were typed, without those that say nothing; all of them when nothing else is there. */
export function meaningfulWords(text: string): readonly string[] {
  const words = spokenForm(text).split(' ');
  const meaningful = words.filter((word) => !EMPTY.has(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** Words of traders that mean something only together, with the words of the pages for it. */
const PHRASES: readonly (readonly [said: RegExp, written: string])[] = [
  [/\bp l\b/, 'pnl'],
  [/\b(?:one way|hedged?)(?: mode)?\b/, 'position mode'],
  [/\b(?:stop (?:limit|market)|take profit)(?: orders?)?\b/, 'stop order'],
  [/\b(?:add|remove|reduce|increase) margin\b/, 'position margin'],
  [/\b(?:isolated|cross)(?: margin)?(?: mode)?\b/, 'margin mode'],
  [/\b(?:rotate|change|replace)(?: the| an?| my)? (?:api )?keys?\b/, 'new api key'],
  [/^.*(?:\bper (?:second|minute)\b.*|s a (?:second|minute))$/, 'rate limits'],
];

/** The text that was typed, in the words of the pages. */
export const askedFor = (typed: string): string =>
  PHRASES.reduce((text, [said, written]) => text.replace(said, written), spokenForm(typed));

/** Words of people who are in trouble, beside those of the documentation. */
const SYNONYMS: readonly (readonly string[])[] = [
  'duplicate double twice idempotent',
  'hung hang stuck timeout lost',
  'everything all',
  'cancel stop kill',
  'condition conditional trigger stop',
  'pnl profit',
  'place create submit buy sell',
  'clock time timestamp recvwindow ntp',
  'refused rejected invalid wrong bad',
  '429 418 throttled banned ban',
  'secret apikey credentials',
  'symbol ticker pair contract',
  'minimum precision decimals lot tick',
  'limit maximum',
  'paging pagination page history past',
  'mock fake testnet sandbox paper test',
  'change set',
  'amend modify edit',
  'observability log',
].map((words) => words.split(' '));

export const synonymsOf = (word: string): readonly string[] => {
  const isSame = (other: string): boolean => stemOf(other) === stemOf(word);
  return SYNONYMS.filter((words) => words.some(isSame)).flatMap((words) => words.filter((other) => !isSame(other)));
};
