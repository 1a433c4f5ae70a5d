import { type HarCreator, type HarRoundTrip, harEntry } from '../../src/recording/har-entry.js';

/** A whole HAR file. */
export function harText(creator: HarCreator, exchanges: readonly HarRoundTrip[]): string {
  const entries = exchanges.map((exchange) => harEntry(exchange));
  return `${JSON.stringify({ log: { version: '1.2', creator, entries } })}\n`;
}
