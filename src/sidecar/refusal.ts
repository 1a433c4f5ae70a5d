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

export function writeRefusal(response: ServerResponse, { status, reason, message }: SidecarRefusal): void {
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const body = `${JSON.stringify({ sidecar: reason, message })}\n`;
  // Said, because that of a response that could not be passed on would stay.
  response.writeHead(status, STATUS_CODES[status], {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // The rest of a refused request is not read.
    connection: 'close',
    [MARK]: reason,
  });
  response.end(body);
}
