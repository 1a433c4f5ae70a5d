import { type HarCreator, type HarExchange, harEntry } from '../../src/recording/har-entry.js';

/** A whole HAR file. */
export function harText(creator: HarCreator, exchanges: readonly HarExchange[]): string {
  const entries = exchanges.map((exchange) => harEntry(exchange));
  return `${JSON.stringify({ log: { version: '1.2', creator, entries } })}\n`;
}
