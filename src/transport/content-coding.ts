import type * as zlib from 'node:zlib';
import { type Body, textOf } from './received-body.js';
import { broken, tooLarge } from './failures.js';
import type { TransportRequest } from './transport.js';

/** Nothing is asked for in a coding; a service or proxy may code its response all the same, but hardly three times. */
const MAX_LAYERS = 2;

type Decoder = (coded: Buffer, options: zlib.ZlibOptions, done: (error: Error | null, plain: Buffer) => void) => void;

/**
 * Undoes the content coding of a body, and reads it as text. Stops as soon as it is larger than `maxBodyBytes`.
 *
 * @throws {ResponseTooLargeError} When it is larger.
 * @throws {NetworkError} When it cannot be decoded; names the coding.
 * @see RFC 9110, 8.4
 */
export async function decode(received: Body, contentEncoding: string, request: TransportRequest): Promise<string> {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (layers.length > MAX_LAYERS) throw undecodable(request, contentEncoding);
  let bytes = received.bytes();
  for (const coding of layers.toReversed()) {
    const decoder = decoderOf(coding, bytes);
    if (decoder === undefined) throw undecodable(request, coding);
    // A response to be sent without a body, or one that is empty, is not coded.
    if (bytes.length > 0) bytes = await run(decoder, bytes, coding, request);
  }
  return textOf(bytes);
}

function run(decoder: Decoder, coded: Buffer, coding: string, request: TransportRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    decoder(coded, { maxOutputLength: request.maxBodyBytes }, (error, plain) => {
      if (error === null) resolve(plain);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(request));
      else reject(undecodable(request, coding, error));
    });
  });
}

function decoderOf(coding: string, [first = 0]: Buffer): Decoder | undefined {
  const { gunzip, inflate, inflateRaw, brotliDecompress } = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return gunzip;
  if (coding === 'br') return brotliDecompress;
  // Meant is zlib's format (its first byte ends in 8); some servers send the bare stream.
  if (coding === 'deflate') return (first & 0x0f) === 8 ? inflate : inflateRaw;
  return undefined;
}

function undecodable(request: TransportRequest, coding: string, cause?: Error): Error {
  const why = cause === undefined ? '' : `: ${cause.message}`;
  return broken(
    request,
    true,
    new Error(
      `the response has Content-Encoding ${JSON.stringify(coding.slice(0, 40))}, which cannot be decoded${why}`,
    ),
  );
}
