import { everythingShown } from './everything-shown.js';

/** Everything that is shown in one test, by where it was shown. */
export class Search {
  readonly #shown: [place: string, text: string][] = [];
  readonly #canaries: Set<string>;

  constructor(...canaries: string[]) {
    this.#canaries = new Set(canaries);
  }

  add = (place: string, value: unknown): void => void this.#shown.push([place, everythingShown(value)]);

  /** One more text to look for. */
  lookFor(canary: string): void {
    this.#canaries.add(canary);
  }

  get places(): string[] {
    return [...new Set(this.#shown.map(([place]) => place))];
  }

  /** Where a canary was seen: as it is, or as JSON or a URL writes it. */
  found(): string[] {
    const spellings = [...this.#canaries].flatMap((canary) => [
      canary,
      JSON.stringify(canary).slice(1, -1),
      encodeURIComponent(canary),
    ]);
    return this.#shown.filter(([, text]) => spellings.some((one) => text.includes(one))).map(([place]) => place);
  }
}
