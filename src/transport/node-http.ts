import type * as http from 'node:http';
import { FuturesError } from '../core/errors.js';
import { CleanRequest, type HttpOrigin, openOrigin } from './clean-request.js';
import { connectionHint } from './connection-hint.js';
import { decode } from './content-coding.js';
import { assertMayBegin, type Watch, watchLifetime } from './deadline.js';
import { broken, stopped, tooLarge } from './failures.js';
import { announcesMore, Body } from './received-body.js';
import type { SignedHeaders, Transport, TransportRequest, TransportResponse } from './transport.js';

/** An agent of `node:http` or `node:https`, by its members: not every program has those among its types. */
export interface HttpAgent {
  readonly maxSockets: number;
  readonly requests: object;
  destroy(): void;
}

export function createNodeTransport(agent?: HttpAgent): Transport {
  const origins = new Map<string, HttpOrigin>();
  return (request) => {
    let origin = origins.get(request.origin);
    if (origin === undefined)
      origins.set(request.origin, (origin = openOrigin(request.origin, agent as http.Agent | undefined)));
    return send(request, origin, agent === undefined);
  };
}

function send(request: TransportRequest, origin: HttpOrigin, isUsual: boolean): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    assertMayBegin(request);
    new CollectedRequest(request, origin, isUsual, resolve, reject).start();
  });
}

/** One request and its whole response, within the bounds of the call. */
class CollectedRequest extends CleanRequest {
  readonly #request: TransportRequest;
  /** True when the agent is one of Node.js, which writes the head of a request together with its body. */
  readonly #isUsual: boolean;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #watch: Watch;
  #received: Body | undefined;
  /** Headers of the request as it leaves. */
  #headers: SignedHeaders;

  constructor(
    request: TransportRequest,
    origin: HttpOrigin,
    isUsual: boolean,
    resolve: (response: TransportResponse) => void,
    reject: (error: unknown) => void,
  ) {
    super(origin, request);
    this.#request = request;
    this.#isUsual = isUsual;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#headers = request.headers;
    this.#watch = watchLifetime(request, (isAborted) => this.fail(stopped(isAborted, this.#request, this.hasLeft)));
  }

  protected override setHeaders(outgoing: http.ClientRequest): void {
    const { method, body } = this.#request;
    // As an option of the request, they would be copied twice.
    writeHeaders(outgoing, this.#headers);
    // Node.js knows the length of what is written with the head, and says it for a POST.
    const isSaid = this.#isUsual && method === 'POST';
    if (body !== undefined && !isSaid) outgoing.setHeader('content-length', Buffer.byteLength(body));
  }

  protected override async renew(outgoing: http.ClientRequest): Promise<void> {
    const renewed = await this.#request.renew?.();
    if (renewed === undefined || !this.isAsked(outgoing)) return;
    // Headers are written with the first byte: until then they can be replaced.
    for (const name in this.#headers) outgoing.removeHeader(name);
    writeHeaders(outgoing, renewed);
    this.#headers = renewed;
  }

  protected override received(incoming: http.IncomingMessage): void {
    const { maxBodyBytes } = this.#request;
    if (announcesMore(incoming.headers['content-length'], maxBodyBytes)) return this.fail(tooLarge(this.#request));
    this.#received = new Body(maxBodyBytes);
  }

  protected override took(chunk: Buffer): void {
    if (this.#received?.add(chunk) === false) this.fail(tooLarge(this.#request));
  }

  protected override ended(incoming: http.IncomingMessage): void {
    const coding = incoming.headers['content-encoding'];
    try {
      if (coding === undefined) this.#succeed(incoming, this.#received!.text());
      else {
        decode(this.#received!, coding, this.#request).then(
          (text) => this.#succeed(incoming, text),
          (error: unknown) => this.fail(error),
        );
      }
    } catch (error) {
      // More than a string can hold.
      this.fail(error);
    }
  }

  protected override failed(cause: unknown): void {
    this.#watch.end();
    const request = { ...this.#request, headers: this.#headers };
    this.#reject(
      cause instanceof FuturesError
        ? cause
        : broken(request, this.hasLeft, cause, connectionHint(cause, request.origin)),
    );
  }

  #succeed(incoming: http.IncomingMessage, text: string): void {
    if (!this.settle()) return;
    this.#watch.end();
    this.#resolve({
      status: incoming.statusCode!,
      header: (name) => headerOf(incoming, name),
      headerNames: () => Object.keys(incoming.headers),
      text,
    });
  }
}

function writeHeaders(outgoing: http.ClientRequest, headers: SignedHeaders): void {
  for (const name in headers) if (Object.hasOwn(headers, name)) outgoing.setHeader(name, headers[name]!);
}

function headerOf(incoming: http.IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
