import { type Check, type Context, needAccepted, seen } from '../findings/check.js';
import { unknown } from '../model/clauses.js';
import { valid } from '../orders/valid-inputs.js';

/** Headers that hosts of this kind count calls in. */
const COUNTING = /limit|weight|retry|quota/;

/** Words in their names that say by whom calls are counted. */
const COUNTED_BY = /(?:^|[^a-z])(ip|uid|user|account|key)(?:[^a-z]|$)/;

/** RFC 9110 5.1: a name is the same in any letter case, and a server may change it from one response to the next. */
async function countingHeaders(context: Context) {
  const { sent } = needAccepted(await valid(context, 'getOpenOrders'), 'getOpenOrders');
  const headers = sent.response?.headers.map(([name, value]) => [name.toLowerCase(), value] as const) ?? [];
  return headers.filter(([name]) => COUNTING.test(name));
}

const about = {
  family: 'LIMIT',
  effect: 'read',
  operations: ['getOpenOrders'],
  signed: true,
  control: 'shape/getOpenOrders/success',
} as const;

export const limitChecks: readonly Check[] = [
  {
    ...about,
    id: 'limit/weights',
    title: 'which headers count calls or weight',
    clause: unknown('limits.weights'),
    async run(context) {
      const headers = await countingHeaders(context);
      return seen({ headers: headers.map(([name, value]) => `${name}: ${value}`.slice(0, 120)) });
    },
  },
  {
    ...about,
    id: 'limit/counted-by',
    title: 'by whom calls are counted, as the names of headers say it',
    clause: unknown('limits.counted-by'),
    async run(context) {
      const names = [...new Set((await countingHeaders(context)).map(([name]) => name.slice(0, 60)))];
      return seen({ headers: names, by: names.flatMap((name) => COUNTED_BY.exec(name)?.[1] ?? []) });
    },
  },
];
