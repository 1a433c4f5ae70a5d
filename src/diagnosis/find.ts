import { nameSent } from './algorithm.js';
import { readCall, rightRecipe } from './call.js';
import { signingMistakes } from './catalogue.js';
import { bytesIn } from './charset.js';
import { composeSigningString, type SigningRule } from '../core/signing-rule.js';
import type { Algorithm, KnownMistake, Recipe, SentRequest, SignedCall, SigningMistake } from './mistake.js';
import { secretWithBlank } from './secret.js';
import { isInOtherUnit, otherUnit } from './timestamp.js';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeBytes, type SignatureEncoding } from '../core/signature-encoding.js';
import { createTextSigner, type Hmac } from '../core/signing.js';

/** A request with the signature that came with it, and the secret that ought to have made it. */
export interface SuspectRequest {
  readonly request: SentRequest;
  readonly apiSecret: string;
  /** Without it, two mistakes are not recognised: the key used as the secret, and the key in the text. */
  readonly apiKey?: string | undefined;
  /** The value of X-CH-SIGN. */
  readonly signature: string;
  /** Signing of the deployment, where it differs from the observed rule. */
  readonly rule?: Partial<SigningRule>;
}

export interface SignatureVerdict {
  /** True when the signature is the one that the rule gives, with a timestamp and a secret as services take them. */
  readonly right: boolean;
  /**
   * The mistakes that give a wrong one: each is one mistake, or several made together. More than one when this request does not tell
   * them apart, none when no known mistake gives this signature.
   */
  readonly explanations: readonly (readonly SigningMistake[])[];
}

/** In longer requests only single mistakes with few ways are looked for. */
const MAX_LENGTH = 4096;

/**
 * Names the mistakes that give exactly this signature. Sends nothing, and takes any text; neither the secret nor the right
 * signature is in what it returns. A signature that no mistake explains takes some tens of thousands of hashes.
 *
 * @example
 * findSigningMistakes({
 *   request: { timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders?contractName=E-BTC-USDT' },
 *   apiSecret: 'test-secret',
 *   signature: 'c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6',
 * }).explanations[0]?.[0]?.id; // 'query-not-signed'
 * @see docs/signing.md; unknown `signing.composition`
 */
export function findSigningMistakes(suspect: SuspectRequest): SignatureVerdict {
  const { request, apiSecret, apiKey = '', signature, rule } = suspect;
  const named = signature.lastIndexOf('= ');
  if (named >= 0) {
    const bare = findSigningMistakes({ ...suspect, signature: signature.slice(named + 2) });
    const explanations = bare.right ? [[]] : bare.explanations;
    return { right: false, explanations: explanations.map((together) => [nameSent, ...together]) };
  }
  // Blanks around a secret come from a file or from copying: without them is how it was issued.
  const call: SignedCall = { ...readCall(request, rule), apiSecret: apiSecret.trim(), apiKey };
  const right = rightRecipe(call);
  const sign = createRecipeSigner();
  const gives = (ways: Partial<Recipe>): boolean => sign({ ...right, ...ways }) === signature;
  if (gives({})) {
    const isOther = isInOtherUnit(call.timestamp);
    return { right: !isOther, explanations: isOther ? [[otherUnit]] : [] };
  }
  if (gives({ key: apiSecret })) return { right: false, explanations: [[secretWithBlank]] };
  const short = call.body.length + call.query.length + call.path.length <= MAX_LENGTH;
  const candidates = signingMistakes.filter(({ alone }) => short || !alone);
  const findSingle = (waysOf: (mistake: KnownMistake) => Iterable<Partial<Recipe>>): readonly KnownMistake[] =>
    candidates.filter((mistake) => [...waysOf(mistake)].some(gives));
  let single = findSingle(({ ways }) => ways(call));
  if (single.length === 0 && short) single = findSingle(({ moreWays }) => moreWays?.(call) ?? []);
  if (single.length > 0) return { right: false, explanations: single.map((mistake) => [mistake]) };
  return { right: false, explanations: short ? findPairs(candidates, call, gives) : [] };
}

/** Two mistakes in different parts of one signature. */
function findPairs(
  candidates: readonly KnownMistake[],
  call: SignedCall,
  gives: (ways: Partial<Recipe>) => boolean,
): SigningMistake[][] {
  const composable = candidates
    .filter(({ alone }) => !alone)
    .map((mistake) => ({ mistake, ways: [...mistake.ways(call)] }));
  return composable.flatMap(({ mistake, ways }, i) =>
    composable
      .slice(i + 1)
      .filter(
        (other) =>
          other.mistake.part !== mistake.part &&
          ways.some((first) => other.ways.some((second) => gives({ ...first, ...second }))),
      )
      .map((other) => [mistake, other.mistake]),
  );
}

/** Creates what computes the signature that a client with a given recipe sends. Each key is prepared once. */
function createRecipeSigner(): (recipe: Recipe) => string {
  const prepared = new Map<string, Hmac>();

  /** Nearly every recipe is signed this way, so it takes the fast way of the runtime. */
  function signByKey(key: string, encoding: SignatureEncoding, text: string): string {
    const name = `${encoding} ${key}`;
    let sign = prepared.get(name);
    if (sign === undefined) prepared.set(name, (sign = createTextSigner(key, encoding)));
    return sign(text);
  }

  return (recipe) => {
    const { timestamp: timestampMs, method, prefix, path, query, body, key, charset, algorithm, encoding } = recipe;
    const text = composeSigningString(recipe, { timestampMs, method, prefix, target: path + query, body });
    if (algorithm === 'hmac-sha256' && typeof key === 'string' && key !== '' && charset === 'utf-8')
      return signByKey(key, encoding, text);
    const keyBytes = typeof key === 'string' ? bytesIn('utf-8', key) : key;
    return encodeBytes(encoding, algorithms[algorithm](keyBytes, bytesIn(charset, text)));
  };
}

const algorithms: { readonly [Name in Algorithm]: (key: Uint8Array, text: Uint8Array) => Uint8Array } = {
  'hmac-sha256': (key, text) => hmac(sha256, key, text),
  'hmac-sha1': (key, text) => hmac(sha1, key, text),
  'hmac-sha512': (key, text) => hmac(sha512, key, text),
  'hmac-md5': (key, text) => hmac(md5, key, text),
  'hmac-exchanged': (key, text) => hmac(sha256, text, key),
  'sha256-text': (_, text) => sha256(text),
  'sha256-text-key': (key, text) => sha256(concatBytes(text, key)),
  'sha256-key-text': (key, text) => sha256(concatBytes(key, text)),
};
