import { findSigningMistakes } from '../../diagnosis/find.js';
import { possibleMistakes } from '../../diagnosis/possible.js';
import type { SigningMistake } from '../../diagnosis/mistake.js';
import type { RequestSignature } from './request-signature.js';

/**
 * Hints after the service refused a signature, likeliest first. Sends nothing.
 *
 * A signature by the caller's own `sign` is compared with those that known mistakes give, when the secret is text. The built-in
 * rule signs what it sends, so only what deployments do differently remains.
 */
export function signatureHints(made: RequestSignature | undefined): readonly string[] {
  if (made === undefined) return [];
  const { request, rule, apiKey, apiSecret, signature, ownRule } = made.describe();
  if (ownRule && apiSecret !== undefined) {
    const { right, explanations } = findSigningMistakes({ request, apiSecret, apiKey, signature, rule });
    if (explanations.length > 0) return explanations.map((together) => together.map(signingHint).join(' And: '));
    if (!right)
      return [
        'No known mistake explains the signature that `sign` returned: compare the text it signed with explain()',
      ];
  }
  // The secret of another key is the most common cause; no deployment was seen to want base64.
  const placeOf = ({ id }: SigningMistake): number => (id === COMMON ? 0 : id === RARE ? 2 : 1);
  const inOrder = possibleMistakes(request, rule).toSorted((one, other) => placeOf(one) - placeOf(other));
  const quoted = QUOTED.test(apiKey) || (apiSecret !== undefined && QUOTED.test(apiSecret)) ? [QUOTES] : [];
  return [...quoted, ...inOrder.map(signingHint)];
}

/** The only difference that is known from prose alone. */
const RARE = 'hex-sent';
const COMMON = 'other-secret';

const QUOTED = /^(["'`]).*\1$/s;
const QUOTES = 'the key or the secret has quotes around it, and they count as a part of it: remove them';

/** One mistake in one line: what it is, and what to do. */
export const signingHint = ({ title, fix, option }: SigningMistake): string =>
  `${title}: ${fix}${option === undefined || fix.includes(option) ? '' : ` (${option})`}`;
