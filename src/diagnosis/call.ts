import { OBSERVED_RULE, type SigningRule, splitTarget } from '../core/signing-rule.js';
import type { SignedCall, Recipe, SentRequest, UnsignedCall } from './mistake.js';

/** Takes a request apart. It accepts any text. */
export function readCall(request: SentRequest, rule: Partial<SigningRule> = {}): UnsignedCall {
  const { timestampMs, method, target, body = '', prefix = '', origin = '' } = request;
  return {
    timestamp: String(timestampMs),
    method: method.toUpperCase(),
    origin,
    prefix,
    ...splitTarget(target),
    body,
    rule: { ...OBSERVED_RULE, ...rule },
  };
}

/** The call as the rule signs it. */
export function rightRecipe({ rule, timestamp, method, prefix, path, query, body, apiSecret }: SignedCall): Recipe {
  return {
    ...rule,
    timestamp,
    method,
    prefix,
    path,
    query: query && `?${query}`,
    body,
    key: apiSecret,
    charset: 'utf-8',
    algorithm: 'hmac-sha256',
  };
}
