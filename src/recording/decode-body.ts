/** No described answer is near it. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The text of a body as it arrived, its content coding taken off. Throws when that cannot be done. */
export function decodeBody(bytes: Buffer, coding = ''): string {
  const { brotliDecompressSync, gunzipSync, inflateSync } = process.getBuiltinModule('node:zlib');
  const bounds = { maxOutputLength: MAX_BODY_BYTES };
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes.toString('utf8');
  if (name === 'gzip' || name === 'x-gzip') return gunzipSync(bytes, bounds).toString('utf8');
  if (name === 'deflate') return inflateSync(bytes, bounds).toString('utf8');
  if (name === 'br') return brotliDecompressSync(bytes, bounds).toString('utf8');
  throw new Error(`the content encoding ${name} is not known here`);
}
