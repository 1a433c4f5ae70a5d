import type * as http from 'node:http';
import type { Socket } from 'node:net';
import type { UpstreamPlace } from './break-modes.js';
import { Silence } from './upstream-failure.js';

/** The service behind the sidecar. */
export interface Upstream {
  /** Value of its Host header. */
  readonly host: string;
  readonly origin: string;
  /** Sends one request, once; redirects are for the caller. */
  send(request: UpstreamRequest): SentUpstream;
  close(): void;
}

interface UpstreamRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface SentUpstream {
  readonly outgoing: http.ClientRequest;
  /** Whether bytes may have reached the service. */
  hasLeft(): boolean;
}

export function openUpstream({ origin, prefix }: UpstreamPlace, timeoutMs: number): Upstream {
  const { protocol, hostname, port, host } = new URL(origin);
  const { Agent, request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  const agent = new Agent({ keepAlive: true });
  const place = {
    agent,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? undefined : port,
    timeout: timeoutMs,
  };
  return {
    host,
    origin,
    send({ method, target, headers, body }) {
      let left = false;
      const outgoing = request({ ...place, method, path: prefix + target, headers });
      outgoing.on('socket', (socket) => whenReady(socket, () => (left = true)));
      const silence = `no response within ${timeoutMs / 1000} s (--timeout)`;
      outgoing.on('timeout', () => outgoing.destroy(new Silence(silence)));
      outgoing.end(body);
      return { outgoing, hasLeft: () => left };
    },
    close: () => agent.destroy(),
  };
}

/** Runs `then` as soon as bytes can leave: at once on a socket that is connected, the handshake of TLS included. */
function whenReady(socket: Socket & { encrypted?: boolean; secureConnecting?: boolean }, then: () => void): void {
  if (!socket.connecting && socket.secureConnecting !== true) then();
  else socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', then);
}
