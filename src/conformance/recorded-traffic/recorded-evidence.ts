import { composeSigningString } from '../../core/signing-rule.js';
import { redactRoundTrip } from '../../recording/redact-round-trip.js';
import type { SentCall } from '../call/answer.js';
import type { RawCall } from '../call/raw-call.js';
import type { ConformanceOptions, Exchange } from '../model/report-model.js';
import type { Operation } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import { signingHeader, isRedacted } from './request-faults.js';
import { type KnownSigning, signedParts } from './signature-state.js';

/** Shows a recorded call as the calls of a live run are shown, without secrets. */
export function createEvidence(
  credentials: ConformanceOptions['credentials'],
  signing: KnownSigning | undefined,
): (call: RecordedCall, operation: Operation, target: string) => SentCall {
  const hiding = { secrets: credentials === undefined ? [] : [credentials.apiSecret], signing };
  return (call, operation, target) => new Evidence(call, operation, target, hiding);
}

/** A class: getters that each object holds for itself take several times as much memory as the call. */
class Evidence implements SentCall {
  readonly #recorded: RecordedCall;
  readonly #operation: Operation;
  readonly #target: string;
  readonly #hiding: Hiding;
  #shown: Exchange | undefined;

  constructor(recorded: RecordedCall, operation: Operation, target: string, hiding: Hiding) {
    this.#recorded = recorded;
    this.#operation = operation;
    this.#target = target;
    this.#hiding = hiding;
  }

  get call(): RawCall {
    const { method, headers, body } = this.#recorded;
    const { operationId } = this.#operation;
    return { operationId, method, target: this.#target, headers, body: body.text, signingString: undefined };
  }

  get headers(): RecordedCall['headers'] {
    return this.#recorded.headers;
  }

  get response(): SentCall['response'] {
    const { response } = this.#recorded;
    return response && { status: response.status, headers: response.headers, body: response.body.text ?? '' };
  }

  get exchange(): Exchange {
    return (this.#shown ??= show(this.#recorded, this.#operation, this.#target, this.#hiding));
  }
}

interface Hiding {
  readonly secrets: readonly string[];
  readonly signing: KnownSigning | undefined;
}

function show(call: RecordedCall, { operationId }: Operation, target: string, { secrets, signing }: Hiding): Exchange {
  const { method, headers, body, response, startMs, endMs } = call;
  const signature = signingHeader(call, 'signature');
  const isSigned = signing !== undefined && signature !== undefined && !isRedacted(signature);
  const failure = call.failure ?? (response === undefined ? 'no response was recorded' : undefined);
  const exchange: Exchange = {
    operationId,
    startedAt: new Date(startMs).toISOString(),
    durationMs: endMs - startMs,
    request: {
      ...{ method, url: call.origin + call.target, headers, body: body.text },
      signingString: isSigned
        ? composeSigningString(signing.rule, signedParts(call, target, signing.prefix))
        : undefined,
    },
    response: response && { ...response, body: response.body.text ?? '' },
    ...(failure !== undefined && { failure }),
  };
  return redactRoundTrip(exchange, { secrets });
}
