import type { Field, Operation } from '../../../generated/operations.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { checksOf, dashed, type Mutation, WITH_REQUIRED_FIELDS } from './mutation.js';
import { rowsOf, type Words } from './words.js';

type InputValues = Readonly<Record<string, unknown>>;

/** The values that a careless service fills in where nothing usable was sent. */
const STAND_INS: InputValues = {
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
export const repairing =
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
function valuesOf(operation: Operation, { target, body }: RawRequest): InputValues | undefined {
  if (body === '') return fromQuery(operation, target);
  try {
    const value: unknown = JSON.parse(body);
    return value !== null && typeof value === 'object' ? (value as InputValues) : undefined;
  } catch {
    return undefined;
  }
}

/** Every field that is not of its declared type becomes one that is, where the value is such a one. */
const converting = (isSuch: (field: Field, value: unknown) => boolean): Patch =>
  repairing((field, value) => (value !== undefined && isSuch(field, value) ? standIn(field) : value));

export function fromQuery({ fields }: Operation, target: string): InputValues {
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

const NUMBERS: readonly Words[] = [
  { heading: ORDER, quote: '| volume | number | yes | order quantity |' },
  { heading: 'Condition order (create request)', quote: '| volume | number | yes |' },
  ...rowsOf(['changePositionMode', 'changeMarginMode', 'adjustPositionMargin', 'changeLeverage']),
];
const WITH_NUMBERS = [
  'createOrder',
  'createConditionOrder',
  'changePositionMode',
  'changeMarginMode',
  'adjustPositionMargin',
  'changeLeverage',
] as const;

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

export const INPUT: readonly Mutation[] = [
  {
    id: 'boolean-accepted',
    title: 'A call with true for a field of another type is a success',
    breaks: REQUIRED,
    killedBy: checksOf('robust', WITH_REQUIRED_FIELDS, 'wrong-type-refused'),
    patch: converting((_field, value) => typeof value === 'boolean'),
  },
  {
    id: 'boolean-accepted-for-volume',
    title: 'Create Order takes true for a volume of 1',
    breaks: [{ heading: ORDER, quote: '| volume | number | yes | order quantity |' }],
    killedBy: ['robust/createOrder/wrong-type-refused'],
    patch: converting(({ name }, value) => name === 'volume' && typeof value === 'boolean'),
  },
  {
    id: 'word-accepted-for-number',
    title: 'A call with a word for a number is a success',
    breaks: NUMBERS,
    killedBy: checksOf('robust', WITH_NUMBERS, 'wrong-type-refused'),
    patch: converting(({ wire }, value) => wire === 'number' && typeof value === 'string' && !isNumeric(value)),
  },
  {
    id: 'fraction-accepted-for-integer',
    title: 'A fraction is rounded where an integer is declared',
    breaks: rowsOf(['changePositionMode', 'changeMarginMode', 'changeLeverage']),
    killedBy: checksOf('robust', ['changePositionMode', 'changeMarginMode', 'changeLeverage'], 'wrong-type-refused'),
    patch: repairing((_field, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? Math.floor(value) : value,
    ),
  },
  {
    id: 'list-accepted-for-optional-field',
    title: 'A list is taken for an optional field, and left out',
    breaks: [
      { heading: ORDER, quote: '| timeInForce | string | no | IOC, FOK, POST_ONLY |' },
      ...rowsOf(['getOrderHistory', 'getProfitHistory']),
    ],
    killedBy: checksOf('robust', ['createOrder', 'getOrderHistory', 'getProfitHistory'], 'wrong-type-refused'),
    patch: repairing(({ required }, value) => (!required && Array.isArray(value) ? undefined : value)),
  },
  {
    id: 'from-id-in-words-accepted',
    title: 'Trade history takes a word as fromId, and starts at the beginning',
    breaks: rowsOf(['getTradeHistory']),
    killedBy: ['robust/getTradeHistory/wrong-type-refused'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        reference.readInput(operation, {
          ...request,
          target:
            operation.operationId === 'getTradeHistory'
              ? request.target.replace(/&?fromId=[A-Z]+/, '')
              : request.target,
        }),
    }),
  },
  ...(['createOrder', 'cancelOrder', 'getOrderHistory', 'changeLeverage'] as const).map((operationId): Mutation => ({
    id: `missing-field-answered-with-code-0-by-${dashed(operationId)}`,
    title: `${operationId} returns the code of success and no data for a call without a required field`,
    breaks: operationId === 'createOrder' ? REQUIRED.slice(0, 1) : rowsOf([operationId]),
    killedBy: [`robust/${operationId}/missing-required-field-refused`],
    patch: () => ({
      send: (answer) =>
        answer.operation?.operationId === operationId && ['-1102', '-1121'].includes(answer.refused ?? '')
          ? { ...answer, refused: undefined, response: { ...answer.response, body: '{"code":"0"}' } }
          : answer,
    }),
  })),
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
    id: 'value-with-more-accepted',
    title: 'A text that begins with an allowed value is taken for it',
    breaks: VALUES,
    killedBy: ['robust/createOrder/unknown-value-refused'],
    patch: repairing((field, value) => field.enum?.find((word) => String(value).startsWith(word)) ?? value),
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
