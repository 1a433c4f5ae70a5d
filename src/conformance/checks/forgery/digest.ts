import { clauses } from '../../model/clauses.js';
import { tryCall, valid } from '../../orders/valid-inputs.js';
import {
  broken,
  cannotTell,
  decidedBy,
  type CheckRow,
  type Context,
  holds,
  notApplicable,
  premiseOpen,
  shown,
} from '../../findings/check.js';
import type { Finding } from '../../model/report-model.js';
import { SIGNING } from '../../findings/premises.js';
import { digestsInstead } from './signatures.js';

/**
 * Where nothing that is signed as declared is taken, the same text is signed otherwise: a service that takes one of these, and
 * refuses it with its characters in reverse, verifies something else than it declares.
 */
async function verifiesHmac(context: Context): Promise<Finding> {
  const { credentials } = context;
  if (credentials === undefined) return notApplicable('no credentials');
  const right = await valid(context, 'getOpenOrders');
  if (right.kind === 'accepted') return holds();
  if (right.kind !== 'refused') return cannotTell(right.summary);
  for (const { what, alteration } of context.mode === 'sandbox' ? digestsInstead(credentials) : []) {
    const taken = await tryCall(context, 'getOpenOrders', alteration);
    if (taken.kind !== 'accepted') continue;
    const { signature } = alteration;
    const reversed = (...given: Parameters<NonNullable<typeof signature>>): string =>
      [...(signature?.(...given) ?? '')].toReversed().join('');
    if ((await tryCall(context, 'getOpenOrders', { signature: reversed })).kind === 'refused')
      return decidedBy(
        shown(broken(`getOpenOrders refuses an HMAC-SHA256 by the secret, and takes ${what} of the same text`)),
        taken,
      );
  }
  return premiseOpen('signing.composition', `no signed call was accepted (${right.summary})`);
}

export const digestCheck: CheckRow = {
  id: 'sign/hmac-sha256',
  title: 'signatures are verified as HMAC-SHA256',
  clause: clauses.signature,
  operations: ['getOpenOrders'],
  settles: SIGNING,
  run: verifiesHmac,
};
