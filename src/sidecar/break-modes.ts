import { refuse } from '../core/argument.js';
import { readCall, rightRecipe } from '../diagnosis/call.js';
import { signingMistakes } from '../diagnosis/catalogue.js';
import type { KnownMistake } from '../diagnosis/mistake.js';
import { createRecipeSigner } from '../diagnosis/signature.js';
import { flipLastBit } from '../core/signature-encoding.js';
import type { SigningRule } from '../core/signing-rule.js';
import { type Keys, type Message, type Signed, signBytes } from './sign-bytes.js';
import type { UpstreamPlace } from './upstream.js';

/** Signs wrongly, in one respect. Undefined: this request gives no occasion for it. */
type SignWrongly = (message: Message, keys: Keys, rule: SigningRule) => Signed | undefined;

export interface Break {
  readonly name: string;
  readonly sign: SignWrongly;
}

/** Further than any window that was observed (5 s behind, 1 s ahead). Unknown `timestamp.window`. */
const FAR_MS = 3_600_000;

/** What goes wrong besides the mistakes of the catalogue: whole headers, time, and case. The bytes of the caller stay. */
const OWN: Readonly<Record<string, SignWrongly>> = {
  signature: (message, keys, rule) => {
    const right = signBytes(message, keys, rule);
    return { ...right, signature: flipLastBit(right.signature!, rule.encoding) };
  },
  timestamp: (message, keys, rule) => ({
    ...signBytes(message, keys, rule),
    timestamp: String(message.timestampMs + 1),
  }),
  'key-case': (message, keys, rule) => ({ ...signBytes(message, keys, rule), apiKey: swapCase(keys.apiKey) }),
  secret: (message, keys, rule) => signBytes(message, { ...keys, apiSecret: swapCase(keys.apiSecret) }, rule),
  body: (message, keys, rule) =>
    signBytes({ ...message, body: Buffer.concat([message.body, Buffer.from(' ')]) }, keys, rule),
  'missing-key': (message, keys, rule) => ({ ...signBytes(message, keys, rule), apiKey: undefined }),
  'missing-timestamp': (message, keys, rule) => ({ ...signBytes(message, keys, rule), timestamp: undefined }),
  'missing-signature': (message, keys, rule) => ({ ...signBytes(message, keys, rule), signature: undefined }),
  stale: (message, keys, rule) => signBytes({ ...message, timestampMs: message.timestampMs - FAR_MS }, keys, rule),
  future: (message, keys, rule) => signBytes({ ...message, timestampMs: message.timestampMs + FAR_MS }, keys, rule),
};

/** They need another account, a deployment with another rule, or a timestamp that is wrong itself. */
const NOT_HERE = ['other-secret', 'query-signed', 'prefix-not-signed', 'hex-sent', 'seconds-sent', 'other-unit'];

const KNOWN = signingMistakes.filter(({ id }) => !NOT_HERE.includes(id));

/** Names of everything that can be broken: headers, time and case, then the signing mistakes of docs/signing.md by their ids. */
export const breakModes: readonly string[] = [...Object.keys(OWN), ...KNOWN.map(({ id }) => id)];

/** @throws {ArgumentError} When there is no such mode, or it would change nothing with these credentials. */
export function findBreak(name: string, { apiKey, apiSecret }: Keys, place: UpstreamPlace): Break {
  const mistake = KNOWN.find(({ id }) => id === name);
  const sign = mistake === undefined ? Object.hasOwn(OWN, name) && OWN[name] : signByMistake(mistake, place);
  if (!sign) return refuse('break', `is one of ${breakModes.join(', ')}; got ${name}`);
  const cased = { 'key-case': apiKey, secret: apiSecret }[name];
  if (cased !== undefined && swapCase(cased) === cased) refuse('break', `${name} needs a letter, and there is none`);
  return { name, sign };
}

/** The first way to make the mistake that gives another signature: a body without blanks is signed right without blanks. */
function signByMistake({ ways }: KnownMistake, place: UpstreamPlace): SignWrongly {
  const sign = createRecipeSigner();
  return (message, keys, rule) => {
    const { timestampMs, method, target, body } = message;
    const request = { timestampMs, method, target, body: body.toString(), ...place };
    const call = { ...readCall(request, rule), ...keys };
    const right = signBytes(message, keys, rule);
    for (const way of ways(call)) {
      const signature = sign({ ...rightRecipe(call), ...way });
      if (signature !== right.signature) return { ...right, signature };
    }
    return undefined;
  };
}

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
