/*
 * People look for what to do; registers of checks and sources mention every word there is. So pages with advice rank
 * above them, with any words.
 */
const RANKS: readonly (readonly [address: RegExp, rank: number])[] = [
  [/^troubleshooting\.html#/, 3],
  [/^(?:troubleshooting|quick-start|signing|clock|limits|errors|calculator|try-it)\.html/, 1.6],
  // Pages of operations, by their names in camel case.
  [/^[a-z]+[A-Z]\w*\.html$/, 1.6],
  [/^error-codes\.html#code/, 1.4],
  [/^conformance-checks\.html/, 0.15],
  [/^conformance\.html#/, 0.5],
  [/^(?:field-evidence|evidence|changelog)\.html/, 0.2],
  [/^unknowns\.html#/, 0.4],
  [/#\w+\.(?:bytes|header|form\d+|error|unknowns|checks|limits|sample)\b/, 0.4],
];

/** Factor of relevance by kind of entry. Who asks how to do something has no symptom. */
export function rankOf(href: string, asksHow: boolean): number {
  const rank = RANKS.find(([address]) => address.test(href))?.[1] ?? 1;
  return asksHow ? Math.min(rank, HIGHEST_FOR_HOW) : rank;
}

const HIGHEST_FOR_HOW = 1.6;
