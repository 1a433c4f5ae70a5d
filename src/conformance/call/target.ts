import { redactRoundTrip } from '../../recording/redact-round-trip.js';
import type { SentCall } from './answer.js';
import type { KitCredentials } from './build-call.js';
import { createHttpSender } from './http-sender.js';
import { createInProcessSender, type InProcessFetch } from './in-process-sender.js';
import type { Exchange } from '../model/report-model.js';
import type { RawCall } from './raw-call.js';
import type { SenderOptions, TargetResponse } from './sender.js';
import type { Timing } from './timing.js';

export interface TargetOptions extends SenderOptions {
  readonly guard: (call: RawCall) => void;
  /** They stand in no evidence. */
  readonly credentials: KitCredentials | undefined;
  readonly timing: Timing;
  /** Default: over HTTP. */
  readonly fetch?: InProcessFetch | undefined;
  /** Answers in place of the target; nothing is sent. */
  readonly rehearse: ((call: RawCall) => string) | undefined;
}

/** Sends what the guard lets pass, and keeps it as evidence without the secrets. */
export function createTarget(options: TargetOptions) {
  const { baseUrl, guard, credentials, signal, timing, fetch, rehearse } = options;
  const sender = fetch === undefined ? createHttpSender(options) : createInProcessSender(fetch, options);
  const prefix = baseUrl.pathname.replace(/\/$/, '');
  // A server in this process has the clock of the run. What a busy machine takes for a call is not the server's doing.
  const clock = fetch === undefined ? (): number => performance.now() : timing.now;
  let calls = 0;

  function show(
    call: RawCall,
    evidence: Pick<Exchange, 'startedAt' | 'durationMs' | 'response' | 'failure'>,
  ): Exchange {
    const { operationId, target, headers, signingString } = call;
    const url = baseUrl.origin + prefix + target;
    const request = { method: call.method, url, headers, body: call.body, signingString };
    const { apiKey = '', apiSecret = '' } = credentials ?? {};
    return redactRoundTrip({ operationId, ...evidence, request }, { secrets: [apiSecret], apiKeys: [apiKey] });
  }

  return {
    get calls(): number {
      return calls;
    },
    async send(call: RawCall): Promise<SentCall> {
      guard(call);
      const startedAt = new Date(timing.now());
      const started = clock();
      let response: TargetResponse | undefined;
      let failure: string | undefined;
      if (rehearse !== undefined) {
        response = { status: 200, headers: [], body: rehearse(call) };
        failure = 'dry run: not sent';
      } else if (signal?.aborted === true) failure = 'stopped';
      else {
        calls++;
        try {
          response = await sender.send(call);
        } catch (error) {
          failure = describe(error);
        }
      }
      const durationMs = Math.round((clock() - started) * 1000) / 1000;
      const evidence = { startedAt: startedAt.toISOString(), durationMs, failure };
      let shown: Exchange | undefined;
      return {
        call,
        response,
        // Blanking out secrets takes longer than the call, and what passes needs no evidence.
        get exchange() {
          return (shown ??= show(call, { ...evidence, response: rehearse === undefined ? response : undefined }));
        },
      };
    },
    close: () => sender.close(),
  };
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? `${code}: ${String(message)}` : String(message ?? error);
}
