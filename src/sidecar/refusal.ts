import type { ServerResponse } from 'node:http';

/** A response of the sidecar itself. It has no `code`, so that it is not taken for one of the service. */
export interface SidecarRefusal {
  readonly status: number;
  /** One word, in words: `effect-not-allowed`. */
  readonly reason: string;
  /** Advice to the caller. */
  readonly message: string;
}

/** Tells responses of the sidecar from those of the service. */
const MARK = 'X-Futures-Sidecar';

export function writeRefusal(response: ServerResponse, refusal: SidecarRefusal): void {
  const { status, phrase, headers, body } = partsOf(refusal);
  // Said, because that of a response that could not be passed on would stay.
  response.writeHead(status, phrase, headers);
  response.end(body);
}

/** A refusal as text, for what is no request. */
export function textOfRefusal(refusal: SidecarRefusal): string {
  const { status, phrase, headers, body } = partsOf(refusal);
  const lines = Object.entries(headers).map((pair) => `${pair.join(': ')}\r\n`);
  return `HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`;
}

function partsOf({ status, reason, message }: SidecarRefusal) {
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const body = `${JSON.stringify({ sidecar: reason, message })}\n`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // The rest of a refused request is not read.
    connection: 'close',
    [MARK]: reason,
  };
  return { status, phrase: STATUS_CODES[status], headers, body };
}
