import { type Alteration, OLDEST_MS } from '../../call/build-call.js';
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
import type { Clause, Finding } from '../../model/report-model.js';
import { judgeRefusal } from '../../findings/right-call.js';
import { SIGNING } from '../../findings/premises.js';
import { digestsInstead } from './signatures.js';

/**
 * Where nothing that is signed as declared is taken, the same text is signed otherwise: a service that takes one of these, and
 * refuses it with its characters in reverse, verifies something else than it declares. So does one that takes another time.
 */
async function verifiesHmac(context: Context): Promise<Finding> {
  const { credentials } = context;
  if (credentials === undefined) return notApplicable('no credentials');
  const right = await valid(context, 'getOpenOrders');
  if (right.kind === 'accepted') return takesEach(context);
  if (right.kind !== 'refused') return cannotTell(right.summary);
  for (const { problem, clause, alteration } of context.mode === 'sandbox' ? instead(context, credentials) : []) {
    const taken = await tryCall(context, 'getOpenOrders', alteration);
    if (taken.kind !== 'accepted') continue;
    const { signature = (correct: string) => correct } = alteration;
    const reversed = (...given: Parameters<NonNullable<Alteration['signature']>>): string =>
      [...signature(...given)].toReversed().join('');
    if ((await tryCall(context, 'getOpenOrders', { ...alteration, signature: reversed })).kind === 'refused')
      return decidedBy(shown(broken(`getOpenOrders refuses ${problem}`, undefined, clause)), taken);
  }
  return premiseOpen('signing.composition', `no signed call was accepted (${right.summary})`);
}

interface Instead {
  /** The thing that it refuses, and the one that it takes in its place. */
  readonly problem: string;
  /** The words that it breaks; default those of the check. */
  readonly clause?: Clause;
  readonly alteration: Alteration;
}

/** Other digests, and other times: of another unit, or of another clock than the one that the service tells. */
function instead({ now, serverTimes }: Context, credentials: NonNullable<Context['credentials']>): readonly Instead[] {
  const told = serverTimes.at(-1);
  const offsetMs = told === undefined ? 0 : Math.round(told.middleMs - told.serverMs);
  const clock = `its own serverTime as a timestamp, and takes a time that is ${Math.round(offsetMs / 1000)} s from it`;
  return [
    ...digestsInstead(credentials).map(({ what, alteration }) => ({
      problem: `an HMAC-SHA256 by the secret, and takes ${what} of the same text`,
      alteration,
    })),
    {
      problem: 'a timestamp in milliseconds, and takes one in seconds',
      clause: clauses.timestamp,
      alteration: { timestamp: String(Math.floor(now() / 1000)) },
    },
    ...(Math.abs(offsetMs) < FAR_MS ? [] : [{ problem: clock, clause: clauses.serverTime, alteration: { offsetMs } }]),
  ];
}

/** Clocks of one service may be some seconds apart. */
const FAR_MS = 60_000;

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
