import { BODY_TEXT } from '../../core/body-text.js';

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

type TextResponse = new (text: string, head: Head) => Response;

let defined: TextResponse | undefined;

/**
 * A response whose body is text that is here already. A standard one makes a stream of its text at once, which takes longer
 * than the exchange needs for an order; in this one, only a caller that does not ask for the text gets a stream.
 */
export function createTextResponse(text: string, head: Head): Response {
  // A reader drops a byte order mark, so only a stream has it.
  return text.startsWith('\ufeff') ? new Response(text, head) : new (defined ??= define())(text, head);
}

/** Not at import, because Node.js loads its whole `fetch` when `Response` is named for the first time. */
function define(): TextResponse {
  return class extends Response {
    readonly #text: string;
    readonly #head: Head;
    #isRead = false;
    #standard: Response | undefined;

    constructor(text: string, head: Head) {
      super(null, head);
      this.#text = text;
      this.#head = head;
    }

    get [BODY_TEXT](): string | undefined {
      if (this.bodyUsed) return undefined;
      this.#isRead = true;
      return this.#text;
    }

    override async text(): Promise<string> {
      if (this.#standard !== undefined || this.#isRead) return this.#asStandard().text();
      this.#isRead = true;
      return this.#text;
    }

    override async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }

    override get body(): Response['body'] {
      return this.#asStandard().body;
    }

    override get bodyUsed(): boolean {
      return this.#isRead || this.#standard?.bodyUsed === true;
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#asStandard().arrayBuffer();
    }

    override bytes(): ReturnType<Response['bytes']> {
      return this.#asStandard().bytes();
    }

    override blob(): Promise<Blob> {
      return this.#asStandard().blob();
    }

    override formData(): Promise<FormData> {
      return this.#asStandard().formData();
    }

    override clone(): Response {
      return this.#asStandard().clone();
    }

    /** The same response with a stream, which has been read where the text has been. */
    #asStandard(): Response {
      if (this.#standard === undefined) {
        this.#standard = new Response(this.#text, this.#head);
        if (this.#isRead) void this.#standard.text();
      }
      return this.#standard;
    }
  };
}
