/** No described answer is near it. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The text of a body as it arrived, its content encoding taken off. Throws when that cannot be done. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): string {
  return unpack(bytes, encoding?.trim().toLowerCase()).toString('utf8');
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const { brotliDecompressSync, gunzipSync, inflateSync } = process.getBuiltinModule('node:zlib');
  const bounds = { maxOutputLength: MAX_BODY_BYTES };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, bounds);
    case 'deflate':
      return inflateSync(bytes, bounds);
    case 'br':
      return brotliDecompressSync(bytes, bounds);
    default:
      throw new Error(`the content encoding ${encoding} is not known here`);
  }
}
