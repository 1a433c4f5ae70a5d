import type { ServiceClock } from '../client/clock/clock.js';
import { readSidecarOptions, type SidecarOptions } from './options.js';
import type { HarExchange } from '../recording/har-entry.js';
import { createHarFile } from '../recording/har-file.js';
import { passOn } from './pass-on.js';
import { writeRefusal } from './refusal.js';
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
  /** Ends every connection, those to the service included. */
  close(): Promise<void>;
}

/**
 * Starts a proxy on loopback that signs what passes, so that tools that cannot sign (curl, Postman, Redocly, Schemathesis)
 * can call the service. Targets, bodies and answers pass byte for byte.
 *
 * Calls of effect `money` and `wipe`, and calls that the description does not know, are answered with 403 unless `allow`
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
  const upstream = openUpstream(settings.upstream);
  const { record: file, keepSignatures, credentials } = options;
  const har =
    file === undefined
      ? undefined
      : createHarFile(file, { secrets: [credentials.apiSecret, credentials.apiKey], keepSignatures });
  const line = {
    settings,
    upstream,
    timestampMs: () => clock.timestampMs(),
    onCall: options.onCall ?? (() => {}),
    record: har && ((exchange: HarExchange) => har.add(exchange)),
  };
  const server = process.getBuiltinModule('node:http').createServer((request, response) => {
    passOn(line, request, response).catch((error: Error) => {
      if (response.headersSent) return response.destroy();
      return writeRefusal(response, { status: 500, reason: 'sidecar-failed', message: error.message });
    });
  });
  const { host, port, tokenPath } = settings;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address() as { port: number };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
      upstream.close();
      har?.close();
    });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${tokenPath}`,
    clock: clock.start,
    clockProblem: clock.problem,
    close,
    [Symbol.asyncDispose]: close,
  };
}
