import { signingHeaders } from '../../../generated/names.js';
import { composeSigningString, type SigningInput } from '../../core/signing-rule.js';
import type { SignedHeaders } from '../../transport/transport.js';
import type { InnerClock } from '../clock/service-clock.js';
import type { Settings } from '../settings.js';

/** The parts of a call that are signed, and sent. */
export interface SignedRequest {
  readonly operation: { readonly method: string };
  readonly target: string;
  readonly signedTarget: string;
  readonly body: string | undefined;
  readonly unsignedHeaders: Readonly<Record<string, string>>;
  /**
   * Called at each signature with its X-CH-TS. What it throws ends the call; nothing was sent. A check made earlier
   * could be outdated by any wait: for the rate budget, for a secret, or because the process was stopped.
   */
  readonly beforeSigning?: ((timestampMs: number) => void) | undefined;
}

/** The part that the signatures of all attempts have in common. */
export interface SigningContext {
  readonly settings: Settings;
  readonly clock: InnerClock;
}

/** A signature older than this when its request leaves a queue is re-signed. */
const MAX_AGE_MS = 1000;

/** The signature of one attempt: made just before the request leaves, and made again if it ages in a queue. */
export class RequestSignature {
  /** The signatures before the latest one, and each secret that was asked for to make one. */
  #secrets: string[] | undefined;
  readonly #request: SignedRequest;
  readonly #context: SigningContext;
  #timestampMs = 0;
  #signature = '';
  #signedAtMs = 0;

  constructor(request: SignedRequest, context: SigningContext) {
    this.#request = request;
    this.#context = context;
  }

  /** Signs for now. Gives all headers of the request. */
  sign(): SignedHeaders | Promise<SignedHeaders> {
    const { settings, clock } = this.#context;
    const timestampMs = clock.timestampMs();
    // After the timestamp: a pause between the two must not let a later timestamp pass.
    this.#request.beforeSigning?.(timestampMs);
    this.#timestampMs = timestampMs;
    const signed = this.#input();
    this.#signedAtMs = settings.time.monotonic();
    const { rule, hmac, sign } = settings.signer!;
    const signature =
      hmac === undefined ? sign(signed, (this.#secrets ??= [])) : hmac(composeSigningString(rule, signed));
    return typeof signature === 'string'
      ? this.#headersFor(timestampMs, signature)
      : signature.then((text) => this.#headersFor(timestampMs, text));
  }

  /** The headers signed again; undefined while the signature is recent enough. */
  renew(): SignedHeaders | undefined | Promise<SignedHeaders> {
    const { settings } = this.#context;
    return settings.time.monotonic() - this.#signedAtMs > MAX_AGE_MS ? this.sign() : undefined;
  }

  /** Texts that no error may show, besides those of every call. */
  secrets(): readonly string[] {
    const earlier = this.#secrets ?? [];
    return this.#signature === '' ? earlier : [...earlier, this.#signature];
  }

  /** The way it was signed, for the search for mistakes. It holds the secret, where that is text. */
  describe() {
    const { credentials, signer, origin, prefix, ownRule } = this.#context.settings;
    const { apiKey, apiSecret } = credentials!;
    return {
      request: { ...this.#input(), target: this.#request.target.slice(prefix.length), prefix, origin },
      rule: signer!.rule,
      apiKey,
      apiSecret: typeof apiSecret === 'string' ? apiSecret : undefined,
      signature: this.#signature,
      ownRule,
    };
  }

  #input(): SigningInput {
    const { operation, signedTarget: target, body } = this.#request;
    return { timestampMs: this.#timestampMs, method: operation.method, target, body };
  }

  #headersFor(timestampMs: number, signature: string): SignedHeaders {
    if (this.#signature !== '') (this.#secrets ??= []).push(this.#signature);
    this.#signature = signature;
    const { unsignedHeaders } = this.#request;
    const headers: Record<string, string> = {};
    // No spreading: it costs several times as much.
    for (const name in unsignedHeaders)
      if (Object.hasOwn(unsignedHeaders, name)) headers[name] = unsignedHeaders[name]!;
    headers[signingHeaders.timestamp] = String(timestampMs);
    headers[signingHeaders.apiKey] = this.#context.settings.signer!.apiKey;
    headers[signingHeaders.signature] = signature;
    return headers;
  }
}
