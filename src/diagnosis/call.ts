import type { Call, Recipe, SentRequest, SigningRule, UnsignedCall } from './mistake.js';

/** The rule that was observed (n=12). */
const OBSERVED: SigningRule = { signQuery: true, signPrefix: false, signatureEncoding: 'hex' };

/** Takes a request apart; whatever it holds, nothing is refused here. */
export function readCall(request: SentRequest, rule: Partial<SigningRule> = {}): UnsignedCall {
  const { timestampMs, method, target, body = '', prefix = '', origin = '' } = request;
  const mark = target.indexOf('?');
  const [path, query] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  const { signQuery, signPrefix, signatureEncoding } = { ...OBSERVED, ...rule };
  return {
    timestamp: String(timestampMs),
    method: method.toUpperCase(),
    origin,
    prefix,
    path,
    query,
    body,
    rule: { signQuery, signPrefix, signatureEncoding },
  };
}

/** How the call is signed by the rule. */
export function rightRecipe({ timestamp, method, prefix, path, query, body, rule, apiSecret }: Call): Recipe {
  return {
    timestamp,
    method,
    path: rule.signPrefix ? prefix + path : path,
    query: rule.signQuery && query !== '' ? `?${query}` : '',
    body,
    join: (parts) => parts.timestamp + parts.method + parts.path + parts.query + parts.body,
    key: apiSecret,
    algorithm: 'hmac-sha256',
    encoding: rule.signatureEncoding,
  };
}
