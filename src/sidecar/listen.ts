import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceClock } from '../client/clock/clock.js';
import { onUnreadable } from '../core/unreadable.js';
import { readSidecarOptions, type SidecarOptions } from './options.js';
import type { HarRoundTrip } from '../recording/har-entry.js';
import { createHarFile } from '../recording/har-file.js';
import { type CallUnderWay, passOn } from './pass-on.js';
import { textOfRefusal } from './refusal.js';
import { openUpstreamClock } from './upstream-clock.js';
import { openUpstream } from './upstream.js';

/** A sidecar that listens. `await using` closes it. */
export interface Sidecar extends AsyncDisposable {
  /** Base URL to call in place of the service's. With a token, it is part of the path. */
  readonly url: string;
  /** The service's clock, as it was measured at the start. */
  readonly clock: Pick<ServiceClock, 'offsetMs' | 'uncertaintyMs' | 'source'>;
  /** Why the clock could not be measured at the start: X-CH-TS is this machine's time until a later measurement succeeds. */
  readonly clockProblem: string | undefined;
  /** Responds to the callers that wait, and ends every connection, those to the service included. */
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback that signs what passes, so that tools that cannot sign (curl, Postman, Redocly, Schemathesis)
 * can call the service. Targets, bodies and responses pass byte for byte.
 *
 * Calls of effect `money` and `wipe`, and calls that the description does not know, get 403 unless `allow`
 * names them.
 *
 * @throws {ArgumentError} (by a promise) Naming the option that is wrong; nothing listens, nothing was sent.
 * @example
 * const sidecar = await startSidecar({ upstream: 'https://futures.example', credentials: credentialsFromEnv()! });
 * await fetch(`${sidecar.url}/fapi/v1/openOrders`);
 * @see RFC 9110, 7.6; docs/sidecar.md
 */
export async function startSidecar(options: SidecarOptions): Promise<Sidecar> {
  const settings = readSidecarOptions(options);
  const clock = await openUpstreamClock(options);
  const upstream = openUpstream(settings.upstream, settings.timeoutMs);
  const { record: file, keepSignatures, credentials } = options;
  const har =
    file === undefined
      ? undefined
      : createHarFile(file, { secrets: [credentials.apiSecret], apiKeys: [credentials.apiKey], keepSignatures });
  const line = {
    settings,
    upstream,
    timestampMs: () => clock.timestampMs(),
    onCall: options.onCall ?? (() => {}),
    record: har && ((roundTrip: HarRoundTrip) => har.add(roundTrip)),
  };
  const underWay = new Set<CallUnderWay>();
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const call = passOn(line, request, response);
    underWay.add(call);
    void call.ended.then(() => underWay.delete(call));
  };
  const server = process.getBuiltinModule('node:http').createServer(take).on('checkExpectation', take);
  onUnreadable(server, (status, problem) => {
    const message = `This is not an HTTP request (${problem}). Nothing was sent to the service.`;
    return textOfRefusal({ status, reason: 'not-http', message });
  });
  // Requests that wait for one another on a connection each listen for its end.
  server.on('connection', (socket) => void socket.setMaxListeners(0));
  const { host, port, tokenPath } = settings;
  // Stays: later, a connection that cannot be accepted (no more files) must not end the program.
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve));
  const address = server.address() as { port: number };
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    const calls = [...underWay];
    for (const call of calls) call.stop();
    await Promise.all(calls.map(({ responded }) => responded));
    server.closeAllConnections();
    upstream.close();
    await Promise.all([closed, ...calls.map(({ ended }) => ended)]);
    har?.close();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${tokenPath}`,
    clock: clock.start,
    clockProblem: clock.problem,
    close,
    [Symbol.asyncDispose]: close,
  };
}
