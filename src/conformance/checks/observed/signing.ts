import type { UnknownId } from '../../../../generated/description.js';
import type { Alteration } from '../../call/build-call.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { measureWindow } from '../window.js';
import { answerTo, outcomeOf } from './forms.js';
import { observe } from './observation.js';

const sign = (question: UnknownId, calls = 1) => observe(question, 'getOpenOrders', calls);

/** The outcome of a call whose query makes it worth signing. */
const openOrders = async (context: Context, alteration: Alteration, more = {}): Promise<string> =>
  outcomeOf(await context.call('getOpenOrders', { contractName: context.contract, ...more }, alteration));

export const signingObservations: readonly CheckRow[] = [
  sign(
    'signing.composition',
    0,
  )`sign/text/composition: whether X-CH-TS, method, path with query, and body, joined without separators, are the text that is signed`(
    async (context) => outcomeOf(await answerTo(context, 'getOpenOrders')),
  ),
  sign('signing.query')`sign/text/without-query: whether a signature that leaves out the query is taken`((context) =>
    openOrders(context, { rule: { signQuery: false } }),
  ),
  observe(
    'signing.body',
    'getOrderHistory',
    2,
  )`sign/text/body-in-normal-form: whether a body with blanks is taken when it is signed without them, and when it is signed as it is`(
    async (context) => {
      const compact = JSON.stringify({ contractName: context.contract });
      const body = compact.replace(':', ' : ');
      return {
        signedAsSent: outcomeOf(await context.callWith('getOrderHistory', {}, { body })),
        signedWithoutBlanks: outcomeOf(
          await context.callWith('getOrderHistory', {}, { body, signs: { body: compact } }),
        ),
      };
    },
  ),
  sign('signing.prefix')`sign/text/with-prefix: whether a path in the base address is part of the signed text`(
    async (context) => {
      if (context.basePath === '') return 'the base address has no path';
      return {
        without: outcomeOf(await answerTo(context, 'getOpenOrders')),
        with: await openOrders(context, { rule: { signPrefix: true } }),
      };
    },
  ),
  sign('signing.encoding')`sign/encoding/base64: whether a signature in base64 is taken`((context) =>
    openOrders(context, { rule: { encoding: 'base64' } }),
  ),
  sign('signing.encoding')`sign/encoding/upper-case: whether a signature in upper-case hex is taken`((context) =>
    openOrders(context, { rule: { encoding: 'hex-upper' } }),
  ),
  sign(
    'request.extra-headers',
  )`sign/header-names-any-case: whether headers count in any letter case of their names (RFC 9110 5.1)`((context) =>
    openOrders(context, { headerNames: (name) => name.toLowerCase() }),
  ),
  sign('request.timestamp-types')`sign/timestamp-with-fraction: whether X-CH-TS may have a fraction`((context) =>
    openOrders(context, { timestamp: `${Math.round(context.now())}.5` }),
  ),
  sign(
    'timestamp.recv-window',
  )`sign/window/recv-window: whether recvWindow=60000 in the query opens the window for a call that is too old`(
    async (context) => {
      const { refusedMs } = await measureWindow(context, 'stale');
      if (refusedMs === null) return 'nothing is too old';
      return {
        ageMs: refusedMs,
        outcome: await openOrders(context, { offsetMs: -refusedMs }, { recvWindow: '60000' }),
      };
    },
  ),
];
