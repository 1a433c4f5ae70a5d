import { signingHeaders } from '../../../generated/names.js';
import type { SigningInput } from '../../core/signing.js';
import type { SignedHeaders } from '../../transport/transport.js';
import type { Prepared } from '../prepare.js';
import type { InnerClock } from '../clock/service-clock.js';
import type { Settings } from '../settings.js';
import type { Signer } from './signer.js';

/** What the signatures of all attempts have in common. */
export interface SigningContext {
  readonly signer: Signer;
  readonly clock: InnerClock;
  readonly monotonic: () => number;
  readonly settings: Settings;
}

/** The signature of one attempt: made just before the request leaves, and made anew if it grows old in a queue. */
export class AttemptSignature {
  /** What was signed last. */
  signed: SigningInput | undefined;
  readonly #context: SigningContext;
  readonly #method: string;
  readonly #prepared: Prepared;
  /** Every signature so far, and every secret that was asked for to make one. */
  readonly #secrets: string[] = [];
  #signature = '';
  #signedAtMs = 0;

  constructor(context: SigningContext, method: string, prepared: Prepared) {
    this.#context = context;
    this.#method = method;
    this.#prepared = prepared;
  }

  /** Signs for now, and writes the three headers. */
  signInto(headers: Record<string, string>): SignedHeaders | Promise<SignedHeaders> {
    const { signer, clock, monotonic } = this.#context;
    const { signedTarget: target, body } = this.#prepared;
    const timestampMs = clock.timestampMs();
    const signed: SigningInput = { timestampMs, method: this.#method, target, body };
    this.signed = signed;
    this.#signedAtMs = monotonic();
    const signature = signer.sign(signed, this.#secrets);
    return typeof signature === 'string'
      ? this.#write(headers, timestampMs, signature)
      : signature.then((text) => this.#write(headers, timestampMs, text));
  }

  /** The headers signed anew; undefined while the signature is good. */
  renew(): SignedHeaders | undefined | Promise<SignedHeaders> {
    const { monotonic, settings } = this.#context;
    if (monotonic() - this.#signedAtMs <= settings.maxSignatureAgeMs) return undefined;
    return this.signInto({ ...this.#prepared.headers });
  }

  /** Texts that no error may show, besides those of every call. */
  secrets(): readonly string[] {
    return this.#secrets;
  }

  /** How it was signed, for what looks for mistakes; it holds the secret, where that is text. */
  describe() {
    const { signer, settings } = this.#context;
    const { credentials, dialect, origin, prefix, sign } = settings;
    const apiSecret = credentials?.apiSecret;
    return {
      request: { ...this.signed!, target: this.#prepared.target.slice(prefix.length), prefix, origin },
      rule: dialect,
      apiKey: signer.apiKey,
      apiSecret: typeof apiSecret === 'string' ? apiSecret : undefined,
      signature: this.#signature,
      ownRule: sign !== undefined,
    };
  }

  #write(headers: Record<string, string>, timestampMs: number, signature: string): SignedHeaders {
    this.#secrets.push(signature);
    this.#signature = signature;
    headers[signingHeaders.timestamp] = String(timestampMs);
    headers[signingHeaders.apiKey] = this.#context.signer.apiKey;
    headers[signingHeaders.signature] = signature;
    return headers;
  }
}
