import type { ServerRefusal } from './incoming-request.js';

/** The parse error of a request, as `node:http` reports it. */
interface ParseError {
  readonly message: string;
  readonly code?: string;
  /** The bytes that were being read. */
  readonly rawPacket?: Buffer;
}

/** The header of the signature and what stands below it; `latin1` keeps each byte. */
const SIGNATURE = /^x-ch-sign:[ \t]*([^\r\n]*)(\r?\n[^\r\n]*)?/im;

/** Says why a request cannot be read, and which mistake of a signer it is where the bytes show one. */
export function explainUnreadable({ message, code, rawPacket }: ParseError): ServerRefusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The headers are longer than 16 KiB.' };
  const [, value = '', next = ''] = SIGNATURE.exec(rawPacket?.toString('latin1') ?? '') ?? [];
  const said = code === 'HPE_LF_EXPECTED' ? `${message}. ${WINDOWS}` : `${message}.`;
  if (/[^\t -~]/.test(value)) return { status: 400, message: `${said} ${BYTES}` };
  return {
    status: 400,
    message: /^[\da-f]+$/i.test(value) && /^\r?\n[\da-f]+$/i.test(next) ? `${said} ${FOLDED}` : said,
  };
}

const WINDOWS =
  'A header ends with a carriage return of its own: does the value come from a file with the line ends of Windows?';
const BYTES = 'X-CH-SIGN has hex digits, not the bytes of the digest.';
const FOLDED = 'X-CH-SIGN has a line break in it: xxd -p breaks its lines after 60 digits, and xxd -p -c 64 does not.';
