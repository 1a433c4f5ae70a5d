export interface ListedMarket {
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  readonly ticker: string | undefined;
  readonly low?: string | undefined;
  readonly high?: string | undefined;
}

/** Ways in which trading may name a contract of the public list (unknown `contracts.names`); the first was observed. */
export const NAMINGS: readonly ((market: ListedMarket) => string)[] = [
  ({ base, quote }) => `E-${base}-${quote}`,
  ({ base, quote, ticker }) => ticker ?? `${base}${quote}`,
  ({ base, quote }) => `${base}-${quote}`,
  ({ base, quote }) => `${base}${quote}`,
  ({ base, quote }) => `${base}_${quote}`,
  ({ base, quote }) => `${base}/${quote}`,
];
