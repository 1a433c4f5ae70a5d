import { composeSigningString } from '../../core/signing-rule.js';
import { redactRoundTrip } from '../../recording/redact-round-trip.js';
import type { SentCall } from '../call/answer.js';
import type { RawCall } from '../call/raw-call.js';
import type { Exchange } from '../model/report-model.js';
import type { Operation } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import { isRedacted } from './request-faults.js';
import { type KnownSigning, signedParts } from './signature-state.js';

interface Hiding {
  readonly secrets: readonly string[];
  readonly signing: KnownSigning | undefined;
}

/**
 * A recorded call as those of a live run are shown, without secrets. A class: getters that each object holds for itself take several times
 * as much memory as the call.
 */
export class RecordedEvidence implements SentCall {
  #shown: Exchange | undefined;

  constructor(
    private readonly recorded: RecordedCall,
    private readonly operation: Operation,
    private readonly target: string,
    private readonly hiding: Hiding,
  ) {}

  get call(): RawCall {
    const { method, headers, body } = this.recorded;
    const { operationId } = this.operation;
    return { operationId, method, target: this.target, headers, body: body.text, signingString: undefined };
  }

  get response(): SentCall['response'] {
    const { response } = this.recorded;
    return response && { ...response, body: response.body.text ?? '' };
  }

  get exchange(): Exchange {
    return (this.#shown ??= this.#show());
  }

  #show(): Exchange {
    const { recorded, operation, target, hiding, response } = this;
    const { method, headers, body, startMs, endMs } = recorded;
    const { secrets, signing } = hiding;
    const signature = recorded.signing.signature;
    const isSigned = signing !== undefined && signature !== undefined && !isRedacted(signature);
    const failure = recorded.failure ?? (response === undefined ? 'no response was recorded' : undefined);
    const exchange: Exchange = {
      operationId: operation.operationId,
      startedAt: new Date(startMs).toISOString(),
      durationMs: endMs - startMs,
      request: {
        ...{ method, url: recorded.origin + recorded.target, headers, body: body.text },
        signingString: isSigned
          ? composeSigningString(signing.rule, signedParts(recorded, target, signing.prefix))
          : undefined,
      },
      response,
      ...(failure !== undefined && { failure }),
    };
    return redactRoundTrip(exchange, { secrets });
  }
}
