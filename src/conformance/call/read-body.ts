import { createDecoder } from '../../core/json/decode.js';

/** JSON as it was written, twice: with the types of JSON, and with every number as its digits. */
export interface JsonBody {
  readonly json: unknown;
  /** Decoded when it is asked for: every digit of a long list costs more than the call, and most lists are only counted. */
  readonly exact: unknown;
}

/** JSON of which the digits cannot be read: no check may judge it. */
export interface UnreadBody {
  /** Why it cannot be read. */
  readonly unread: string;
}

/** More levels than a described response has; the digits of what is flatter can always be read. */
const SHALLOW = 16;

const decode = createDecoder();

/** Reads the body of a response; undefined when it is not JSON. No identifier and no decimal becomes a double. */
export function readBody(body: string): JsonBody | UnreadBody | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  let decoded: { readonly exact: unknown } | undefined;
  if (isDeeper(json, SHALLOW)) {
    try {
      decoded = { exact: decode(body) };
    } catch (error) {
      return { unread: (error as Error).message };
    }
  }
  return {
    json,
    get exact() {
      return (decoded ??= { exact: decode(body) }).exact;
    },
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
