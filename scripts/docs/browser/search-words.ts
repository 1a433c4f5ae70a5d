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

/** The words that somebody typed: each has to be there, a name in camel case whole or by its parts. */
export const typedWords = (text: string): readonly { readonly whole: string; readonly parts: readonly string[] }[] =>
  wordsIn(text).map((word) => ({ whole: word.toLowerCase(), parts: partsOf(word).map((part) => part.toLowerCase()) }));
