import { type HarRoundTrip, harEntry } from '../../src/recording/har-entry.js';

/** A whole HAR file. */
export function harText(exchanges: readonly HarRoundTrip[]): string {
  const creator = { name: 'test', version: '1' };
  const entries = exchanges.map((exchange) => harEntry(exchange));
  return `${JSON.stringify({ log: { version: '1.2', creator, entries } })}\n`;
}
