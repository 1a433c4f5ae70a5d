import { createDecoder, type Decode } from '../../core/json/decode.js';
import { getOrMake } from '../model/groups.js';
import { jsonIn } from '../model/json-object.js';

/** JSON as it was written, twice: with the types of JSON, and with every number as its digits. */
export interface JsonBody {
  readonly json: unknown;
  /** Decoded when it is asked for: every digit of a long list costs more than the call, and most lists are only counted. */
  readonly exact: unknown;
}

/** JSON of which the digits cannot be read: no check may judge it. */
export interface UnreadBody {
  readonly unread: string;
}

/**
 * Reads a body; undefined when it is not JSON. No identifier and no decimal becomes a double. `kind` is what bodies that
 * are written alike have in common, such as an operation.
 */
export type BodyReader = (body: string, kind?: string) => JsonBody | UnreadBody | undefined;

/** More levels than a described response has; the digits of what is flatter can always be read. */
const SHALLOW = 16;

/** Reads bodies with a decoder for each kind: it learns how the records of that kind are written. */
export function createBodyReader(): BodyReader {
  const decoders = new Map<string, Decode>();
  return (body, kind = '') => read(body, getOrMake(decoders, kind, createDecoder));
}

/** Characters of bodies that are kept as objects, which are some twenty times as large. */
const MOST_KEPT = 500_000;

/** Reads a body once that comes again and again, as in the recording of a program that polls. Nothing may change what it returns. */
export function createRememberingBodyReader(): BodyReader {
  const readBody = createBodyReader();
  const known = new Map<string, ReturnType<BodyReader>>();
  let kept = 0;
  return (body, kind) => {
    if (known.has(body)) return known.get(body);
    const found = readBody(body, kind);
    known.set(body, found);
    kept += body.length;
    for (const oldest of known.keys()) {
      if (kept <= MOST_KEPT) break;
      known.delete(oldest);
      kept -= oldest.length;
    }
    return found;
  };
}

function read(body: string, decode: Decode): ReturnType<BodyReader> {
  const json = jsonIn(body);
  if (json === undefined) return undefined;
  if (!isDeeper(json, SHALLOW)) {
    let exact: { readonly value: unknown } | undefined;
    return {
      json,
      get exact() {
        return (exact ??= { value: decode(body) }).value;
      },
    };
  }
  try {
    return { json, exact: decode(body) };
  } catch (error) {
    return { unread: (error as Error).message };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
