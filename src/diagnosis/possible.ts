import { readCall } from './call.js';
import { signingMistakes } from './catalogue.js';
import type { SigningRule } from '../core/signing-rule.js';
import type { SentRequest, SigningMistake } from './mistake.js';

/**
 * The places worth a look when a client that signs exactly what it sends is told that its signature is wrong (-1022): the
 * differences between its rule and the rules of deployments that show in this request, in the order in which to look.
 * `option` names what changes each. `rule` is the client's own, where it differs from the observed one.
 *
 * @example
 * possibleMistakes({ timestampMs, method: 'GET', target: '/fapi/v1/openOrders?contractName=E-BTC-USDT' })[0]?.option;
 * // 'dialect.signQuery'
 */
export function possibleMistakes(request: SentRequest, rule?: Partial<SigningRule>): readonly SigningMistake[] {
  const call = readCall(request, rule);
  return signingMistakes.flatMap(({ id, fix, option, source, difference }) =>
    difference?.applies(call)
      ? [{ id, title: difference.title, fix, ...(option && { option }), ...(source && { source }) }]
      : [],
  );
}
