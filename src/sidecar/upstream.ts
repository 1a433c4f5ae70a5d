import type { IncomingMessage } from 'node:http';
import { CleanRequest, openOrigin, type WritableRequest } from '../transport/clean-request.js';
import type { UpstreamPlace } from './options.js';
import { Silence } from './upstream-failure.js';

/** The service behind the sidecar. */
export interface Upstream {
  /** Value of its Host header. */
  readonly host: string;
  /** Sends one request, once; redirects are for the caller. */
  send(request: WritableRequest, caller: ResponseTaker): SentUpstream;
  close(): void;
}

/** Takes what comes of a request. */
export interface ResponseTaker {
  /** Takes the response, which streams. */
  received(incoming: IncomingMessage): void;
  /** Takes why there is no response, or not all of it. */
  failed(cause: Error): void;
}

/** A request on its way. */
export interface SentUpstream {
  /** True when bytes may have reached the service. */
  readonly hasLeft: boolean;
  /** Ends it, and the connection with it. */
  fail(cause: Error): void;
}

export function openUpstream({ origin, prefix }: UpstreamPlace, timeoutMs: number): Upstream {
  const place = openOrigin(origin);
  return {
    host: new URL(origin).host,
    send(request, caller) {
      const sent = new StreamedRequest(
        place,
        { ...request, target: prefix + request.target, silenceMs: timeoutMs },
        caller,
      );
      sent.start();
      return sent;
    },
    close: () => place.agent.destroy(),
  };
}

class StreamedRequest extends CleanRequest {
  readonly #caller: ResponseTaker;
  readonly #silence: string;

  constructor(...[origin, request, caller]: [...ConstructorParameters<typeof CleanRequest>, ResponseTaker]) {
    super(origin, request);
    this.#caller = caller;
    this.#silence = `no response within ${request.silenceMs! / 1000} s (--timeout)`;
  }

  protected override received(incoming: IncomingMessage): void {
    try {
      this.#caller.received(incoming);
    } catch (error) {
      // A status, a reason or a header that Node.js reads and does not write.
      this.fail(error);
    }
  }

  protected override ended(): void {
    this.settle();
  }

  protected override failed(cause: unknown): void {
    this.#caller.failed(cause as Error);
  }

  protected override silent(): void {
    this.fail(new Silence(this.#silence));
  }
}
