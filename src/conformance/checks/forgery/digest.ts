import { OLDEST_MS } from '../../call/build-call.js';
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
import { judgeRefusal } from '../../findings/right-call.js';
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
  if (right.kind === 'accepted') return takesEach(context);
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

/** A number that is written as hex may lose its zeros, and a character of base64 may mean another one in a query. */
const LOOKS: readonly (readonly [what: string, signatureLike: RegExp])[] = [
  ['begins with 0', /^0[^0]/],
  ['begins with 00', /^00/],
  ['has a + or a slash', /[+/]/],
];

/** A service may ask that each time is later than the last: the control is no younger, and only what is shown counts. */
async function takesEach(context: Context): Promise<Finding> {
  for (const [what, signatureLike] of context.mode === 'sandbox' ? LOOKS : []) {
    const ask = () => tryCall(context, 'getOpenOrders', { signatureLike });
    const first = await ask();
    if (first.kind !== 'refused') continue;
    const found = await judgeRefusal(context, first, {
      ask,
      what: `getOpenOrders with a right signature that ${what}`,
      control: () => tryCall(context, 'getOpenOrders', { signatureLike: /^[^0+/]+$/, offsetMs: -OLDEST_MS }),
    });
    if (found?.outcome === 'broken') return found;
  }
  return holds();
}

export const digestCheck: CheckRow = {
  id: 'sign/hmac-sha256',
  title: 'signatures are verified as HMAC-SHA256',
  clause: clauses.signature,
  operations: ['getOpenOrders'],
  settles: SIGNING,
  run: verifiesHmac,
};
