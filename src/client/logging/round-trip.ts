import type { ClientRoundTrip } from '../../recording/round-trip-channel.js';
import { wallClockMs } from '../../recording/wall-clock.js';
import type { SignedHeaders, Transport, TransportRequest, TransportResponse } from '../../transport/transport.js';
import type { Call } from '../call.js';
import { redactorOf } from '../redaction.js';
import { headerOf } from '../response-headers.js';
import { openChannels } from './channels.js';
import { callSafely } from './log.js';

/** Sends a request, and publishes it with its response. What a listener does changes nothing. */
export async function sendAndPublish(
  call: Call,
  transport: Transport,
  request: TransportRequest,
): Promise<TransportResponse> {
  const startedAtMs = wallClockMs();
  const begun = performance.now();
  let { headers } = request;
  const renew =
    request.renew &&
    (async (): Promise<SignedHeaders | undefined> => {
      const renewed = await request.renew!();
      headers = renewed ?? headers;
      return renewed;
    });
  const tell = (response: TransportResponse | undefined, error?: unknown): void =>
    callSafely(() => {
      const redact = redactorOf(call);
      const event: ClientRoundTrip = {
        operationId: call.operationId,
        startedAtMs,
        durationMs: performance.now() - begun,
        method: request.method,
        url: request.origin + request.target,
        headers: Object.entries(headers),
        body: request.body,
        response: response && {
          status: response.status,
          headers: namesOf(response).map((name) => [name, redact(headerOf(response, name) ?? '')] as const),
          body: redact(response.text),
        },
        failure: error === undefined ? undefined : redact(String((error as Error).message)),
      };
      openChannels()!.roundTrip.publish(event);
    });
  try {
    const response = await transport(renew === undefined ? request : { ...request, renew });
    tell(response);
    return response;
  } catch (error) {
    tell(undefined, error);
    throw error;
  }
}

const namesOf = (response: TransportResponse): readonly string[] =>
  response.headerNames?.() ?? ['content-type', 'date'];
