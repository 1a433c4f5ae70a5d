import type { Field, Operation } from '../../../generated/operations.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { checksOf, type Mutation, WITH_REQUIRED_FIELDS } from './mutation.js';
import { rowsOf, type Words } from './words.js';

type Values = Readonly<Record<string, unknown>>;

/** What a careless service puts where nothing usable was sent. */
const STAND_INS: Values = {
  volume: 1,
  price: 1,
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  triggerType: '1',
  triggerPrice: '1',
};

const standIn = ({ name, wire }: Field): unknown => STAND_INS[name] ?? (wire === 'string' ? '1' : 1);

/**
 * Takes what the description refuses: `repair` makes a body of it that passes. What the exchange then refuses still is a success,
 * for a service that does not look at its input does not look at what comes of it.
 */
const repairing =
  (repair: (field: Field, value: unknown) => unknown): Patch =>
  (reference) => {
    const repaired = new WeakSet<object>();
    return {
      readInput(operation, request) {
        try {
          return reference.readInput(operation, request);
        } catch (error) {
          const body = error instanceof Refusal ? repairBody(operation, request, repair) : undefined;
          if (body === undefined) throw error;
          const input = reference.readInput({ ...operation, input: 'body' }, { ...request, body });
          repaired.add(input);
          return input;
        }
      },
      act(call, run) {
        const reply = reference.act(call, run);
        return reply.ok || !repaired.has(call.input) ? reply : { ok: true, result: {} };
      },
    };
  };

function repairBody(
  operation: Operation,
  request: RawRequest,
  repair: Parameters<typeof repairing>[0],
): string | undefined {
  if (operation.input !== 'body') return undefined;
  const given = valuesOf(operation, request);
  if (given === undefined) return undefined;
  const values = operation.fields.map((field) => [field.name, repair(field, given[field.name])] as const);
  return JSON.stringify(Object.fromEntries(values));
}

/** The body, or the query where one stands for it. */
function valuesOf(operation: Operation, { target, body }: RawRequest): Values | undefined {
  if (body === '') return fromQuery(operation, target);
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}

export function fromQuery({ fields }: Operation, target: string): Values {
  const query = new URLSearchParams(target.split(/\?(.*)/s)[1] ?? '');
  const given = fields.filter(({ name }) => query.has(name));
  return Object.fromEntries(
    given.map(({ name, wire }) => [name, wire === 'string' ? query.get(name) : Number(query.get(name))]),
  );
}

function repairType(field: Field, value: unknown): unknown {
  if (value === undefined || typeof value === field.wire) return value;
  if (field.wire === 'string') return standIn(field);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : standIn(field);
}

function repairValue({ enum: values }: Field, value: unknown): unknown {
  return values === undefined || typeof value !== 'string' || values.includes(value) ? value : values[0];
}

const ORDER = 'Order (create request)';
const REQUIRED: readonly Words[] = [
  { heading: ORDER, quote: '| volume | number | yes | order quantity |' },
  { heading: 'Condition order (create request)', quote: '| volume | number | yes |' },
  ...rowsOf(WITH_REQUIRED_FIELDS.filter((id) => id !== 'createOrder' && id !== 'createConditionOrder')),
];

const VALUES: readonly Words[] = [
  { heading: ORDER, quote: '| type | string | yes | LIMIT, MARKET |' },
  { heading: ORDER, quote: '| side | string | yes | BUY, SELL |' },
  { heading: ORDER, quote: '| open | string | yes | OPEN, CLOSE |' },
];

export const INPUT: readonly Mutation[] = [
  {
    id: 'missing-field-accepted',
    title: 'A call without a required field is a success',
    breaks: REQUIRED,
    killedBy: checksOf('robust', WITH_REQUIRED_FIELDS, 'missing-required-field-refused'),
    patch: repairing((field, value) => (value === undefined && field.required ? standIn(field) : value)),
  },
  {
    id: 'null-accepted-for-required-field',
    title: 'A call with null for a required field is a success',
    breaks: REQUIRED,
    killedBy: checksOf('robust', WITH_REQUIRED_FIELDS, 'missing-required-field-refused'),
    patch: repairing((field, value) => (value === null && field.required ? standIn(field) : value)),
  },
  {
    id: 'empty-value-accepted',
    title: 'An empty text is taken for the first of the allowed values',
    breaks: VALUES,
    killedBy: ['robust/createOrder/unknown-value-refused'],
    patch: repairing((field, value) => (value === '' && field.enum !== undefined ? field.enum[0] : value)),
  },
  {
    id: 'unknown-time-in-force-accepted',
    title: 'A timeInForce that is not among those allowed is a success',
    breaks: [{ heading: ORDER, quote: '| timeInForce | string | no | IOC, FOK, POST_ONLY |' }],
    killedBy: ['robust/createOrder/unknown-value-refused'],
    patch: repairing((field, value) => (field.name === 'timeInForce' ? repairValue(field, value) : value)),
  },
  {
    id: 'wrong-type-accepted',
    title: 'A call with a field of another type is a success',
    breaks: [...REQUIRED, ...rowsOf(['getProfitHistory'])],
    killedBy: [
      ...checksOf('robust', WITH_REQUIRED_FIELDS, 'wrong-type-refused'),
      'robust/getProfitHistory/wrong-type-refused',
    ],
    patch: repairing(repairType),
  },
  {
    id: 'unknown-value-accepted',
    title: 'A value that is not among those allowed is taken for the first of them',
    breaks: VALUES,
    killedBy: ['robust/createOrder/unknown-value-refused'],
    patch: repairing(repairValue),
  },
];
