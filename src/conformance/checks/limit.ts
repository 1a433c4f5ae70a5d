import { type Check, needAccepted, seen } from '../check.js';
import { unknown } from '../clauses.js';
import { valid } from '../inputs.js';

/** Headers that hosts of this kind count calls in. */
const COUNTING = /limit|weight|retry|quota/i;

export const limitChecks: readonly Check[] = [
  {
    id: 'limit/weights',
    family: 'LIMIT',
    title: 'which headers count calls or weight',
    clause: unknown('limits.weights'),
    effect: 'read',
    operations: ['getOpenOrders'],
    signed: true,
    control: 'shape/getOpenOrders/success',
    async run(context) {
      const { sent } = needAccepted(await valid(context, 'getOpenOrders'), 'getOpenOrders');
      const headers = sent.response?.headers.filter(([name]) => COUNTING.test(name)) ?? [];
      return seen({ headers: headers.map(([name, value]) => `${name}: ${value}`.slice(0, 120)) });
    },
  },
];
