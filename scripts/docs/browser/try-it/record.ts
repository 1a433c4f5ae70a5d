import { signingHeaders } from '../../../../generated/names.js';
import { buildSigningString } from '../../../../src/core/signing.js';
import type { SandboxFetch } from '../../../../src/sandbox/http/in-process.js';
import type { CallLog } from '../../../../src/sandbox/sandbox.js';
import type { FetchInit, FetchResponse } from '../../../../src/transport/fetch.js';

export interface TriedCall {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Undefined when there is none. */
  readonly body: string | undefined;
  /** Undefined for a request without a signature. */
  readonly signingString: string | undefined;
  /** The exchange's word on it, to its owner. */
  verdict?: CallLog;
  /** Undefined when no answer arrived. */
  status?: number;
  received: string;
}

/** A `fetch` that keeps what goes through it. */
export function createRecorder(fetch: () => SandboxFetch) {
  let exchanges: TriedCall[] = [];

  return {
    async fetch(url: string, init: FetchInit): Promise<FetchResponse> {
      const exchange = readRequest(url, init);
      exchanges.push(exchange);
      const response = await fetch()(url, init);
      exchange.status = response.status;
      return new Response(response.body?.pipeThrough(listener(exchange)) ?? null, response);
    },
    /** For the sandbox's `onCall`, which speaks while it is called. */
    onCall(call: CallLog): void {
      const current = exchanges.at(-1);
      if (current !== undefined) current.verdict = call;
    },
    /** Requests and responses since the last time, oldest first. */
    take(): readonly TriedCall[] {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}

function readRequest(url: string, { method, headers, body }: FetchInit): TriedCall {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  const timestampMs = headers[signingHeaders.timestamp];
  const signingString = timestampMs && buildSigningString({ timestampMs, method, target, body });
  return { method, target, headers: Object.entries(headers), body, signingString, received: '' };
}

/** Lets everything pass, and writes it down. */
function listener(exchange: TriedCall): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      exchange.received += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    },
  });
}
