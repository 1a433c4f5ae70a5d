/*
 * Stands in for @opentelemetry/api in the samples, with the few names of it that a bridge needs. Prints the spans that have
 * ended, as one line of JSON, when the program ends.
 */
type Attributes = Readonly<Record<string, string | number>>;

export enum SpanStatusCode {
  UNSET,
  OK,
  ERROR,
}

class Span {
  readonly #shown: Record<string, unknown>;

  constructor(name: string, attributes: Attributes) {
    this.#shown = { name, attributes: { ...attributes } };
  }

  setStatus(status: { readonly code: SpanStatusCode; readonly message?: string }): this {
    this.#shown['status'] = status;
    return this;
  }

  end(): void {
    ended.push(this.#shown);
  }
}

const ended: unknown[] = [];
process.on('exit', () => console.log(JSON.stringify(ended)));

export const trace = {
  getTracer: (_name: string) => ({
    startSpan: (name: string, { attributes = {} }: { readonly attributes?: Attributes } = {}): Span =>
      new Span(name, attributes),
  }),
};
