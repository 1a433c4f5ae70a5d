/** Counts each clientOrderId on the wire, by the bytes themselves. */
export class Sightings {
  readonly #counts = new Map<string, number>();

  /** Takes in one chunk of a connection and returns what the next chunk of it has to follow. */
  take(tail: string, chunk: string): string {
    const text = tail + chunk;
    let end = 0;
    for (const match of text.matchAll(/"clientOrderId":"([^"]*)"/g)) {
      this.#counts.set(match[1]!, (this.#counts.get(match[1]!) ?? 0) + 1);
      end = match.index + match[0].length;
    }
    return text.slice(Math.max(end, text.length - 200));
  }

  /** Ids that went out more than once. */
  repeated(): string[] {
    return [...this.#counts].filter(([, count]) => count > 1).map(([id]) => id);
  }

  get size(): number {
    return this.#counts.size;
  }
}
