import type { UnknownId } from '../../../../generated/description.js';
import { operations } from '../../model/operations.js';
import type { Alteration } from '../../call/build-call.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { measureWindow } from '../window.js';
import { answerTo, outcomeOf } from './forms.js';
import { observation } from './observation.js';

const sign = (
  name: string,
  title: string,
  question: UnknownId,
  look: (context: Context) => Promise<unknown>,
  calls = 1,
): CheckRow => observation({ id: `sign/${name}`, title, question, operations: ['getOpenOrders'], calls, look });

/** The outcome of a call whose query makes it worth signing. */
const openOrders = async (context: Context, alteration: Alteration, more = {}): Promise<string> =>
  outcomeOf(await context.call('getOpenOrders', { contractName: context.contract, ...more }, alteration));

export const signingObservations: readonly CheckRow[] = [
  sign(
    'text/composition',
    'whether X-CH-TS, method, path with query, and body, joined without separators, are the text that is signed',
    'signing.composition',
    async (context) => outcomeOf(await answerTo(context, operations.getOpenOrders)),
    0,
  ),
  sign('text/without-query', 'whether a signature that leaves out the query is taken', 'signing.query', (context) =>
    openOrders(context, { rule: { signQuery: false } }),
  ),
  observation({
    id: 'sign/text/body-in-normal-form',
    title: 'whether a body with blanks is taken when it is signed without them, and when it is signed as it is',
    question: 'signing.body',
    operations: ['getOrderHistory'],
    calls: 2,
    async look(context) {
      const compact = JSON.stringify({ contractName: context.contract });
      const body = compact.replace(':', ' : ');
      return {
        signedAsSent: outcomeOf(await context.callWith('getOrderHistory', {}, { body })),
        signedWithoutBlanks: outcomeOf(
          await context.callWith('getOrderHistory', {}, { body, signs: { body: compact } }),
        ),
      };
    },
  }),
  sign(
    'text/with-prefix',
    'whether a path in the base address is part of the signed text',
    'signing.prefix',
    async (context) => {
      if (context.basePath === '') return 'the base address has no path';
      return {
        without: outcomeOf(await answerTo(context, operations.getOpenOrders)),
        with: await openOrders(context, { rule: { signPrefix: true } }),
      };
    },
  ),
  sign('encoding/base64', 'whether a signature in base64 is taken', 'signing.encoding', (context) =>
    openOrders(context, { rule: { encoding: 'base64' } }),
  ),
  sign('encoding/upper-case', 'whether a signature in upper-case hex is taken', 'signing.encoding', (context) =>
    openOrders(context, { rule: { encoding: 'hex-upper' } }),
  ),
  sign(
    'header-names-any-case',
    'whether headers count in any letter case of their names (RFC 9110 5.1)',
    'request.extra-headers',
    (context) => openOrders(context, { headerNames: (name) => name.toLowerCase() }),
  ),
  sign('timestamp-with-fraction', 'whether X-CH-TS may have a fraction', 'request.timestamp-types', (context) =>
    openOrders(context, { timestamp: `${Math.round(context.now())}.5` }),
  ),
  sign(
    'window/recv-window',
    'whether recvWindow=60000 in the query opens the window for a call that is too old',
    'timestamp.recv-window',
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
