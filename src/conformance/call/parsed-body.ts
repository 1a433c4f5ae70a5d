import { createDecoder, type Decode } from '../../core/json/decode.js';

/** A body that is JSON. */
export interface ParsedBody {
  /** With JSON's own types. */
  readonly json: unknown;
  /** With every number as the digits that were sent. Read when it is asked for: most lists are only counted. */
  readonly exact: unknown;
}

/** Undefined where a body is not JSON. `kind` is what bodies that are written alike have in common, such as an operation. */
export type BodyReader = (body: string, kind?: string) => ParsedBody | undefined;

/** Reads bodies with a decoder for each kind: it learns how the records of that kind are written. */
export function createBodyReader(): BodyReader {
  const decoders = new Map<string, Decode>();
  return (body, kind = '') => {
    let decode = decoders.get(kind);
    if (decode === undefined) decoders.set(kind, (decode = createDecoder()));
    return parse(body, decode);
  };
}

/** Reads a body once that comes again and again, as in the recording of a program that polls. Nothing may change what it returns. */
export function createRememberingBodyReader(): BodyReader {
  const read = createBodyReader();
  const known = new Map<string, ParsedBody | undefined>();
  return (body, kind) => {
    let parsed = known.get(body);
    if (parsed === undefined && !known.has(body)) known.set(body, (parsed = read(body, kind)));
    return parsed;
  };
}

class Body implements ParsedBody {
  readonly json: unknown;
  readonly #text: string;
  readonly #decode: Decode;
  #exact: { readonly value: unknown } | undefined;

  constructor(text: string, decode: Decode) {
    this.json = JSON.parse(text);
    this.#text = text;
    this.#decode = decode;
  }

  get exact(): unknown {
    return (this.#exact ??= { value: this.#decodeOrJson() }).value;
  }

  /** What is nested too deeply to be decoded has digits that no check looks at. */
  #decodeOrJson(): unknown {
    try {
      return this.#decode(this.#text);
    } catch {
      return this.json;
    }
  }
}

function parse(text: string, decode: Decode): ParsedBody | undefined {
  try {
    return new Body(text, decode);
  } catch {
    return undefined;
  }
}
