import { isJsonObject, jsonIn } from '../../conformance/model/json-object.js';
import type { Field, OperationId } from '../../../generated/operations.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import {
  acting,
  breaking,
  checksOf,
  dashed,
  type Mutation,
  rereading,
  responding,
  WITH_REQUIRED_FIELDS,
  rowsOf,
} from './mutation.js';
import { DONE, ofOneContract } from './own-calls.js';
import { clauses, type DeclaredClause, rowOf, fieldOf } from '../../conformance/model/clauses.js';

/** The values that a careless service fills in where nothing usable was sent. */
const STAND_INS: Readonly<Record<string, unknown>> = {
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
          const given = jsonIn(request.body);
          if (!(error instanceof Refusal) || !isJsonObject(given)) throw error;
          const values = operation.fields.map((field) => [field.name, repair(field, given[field.name])] as const);
          const body = JSON.stringify(Object.fromEntries(values));
          const input = reference.readInput(operation, { ...request, body });
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

/** Every field that is not of its declared type becomes one that is, where the value is such a one. */
const converting = (isSuch: (field: Field, value: unknown) => boolean): Patch =>
  repairing((field, value) => (value !== undefined && isSuch(field, value) ? standIn(field) : value));

function repairType(field: Field, value: unknown): unknown {
  if (value === undefined || typeof value === field.wire) return value;
  if (field.wire === 'string') return standIn(field);
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : standIn(field);
}

function repairValue({ enum: values }: Field, value: unknown): unknown {
  return values === undefined || typeof value !== 'string' || values.includes(value) ? value : values[0];
}

const VOLUMES = (['createOrder', 'createConditionOrder'] as const).map((id) => fieldOf(id, 'volume'));
const TIME_IN_FORCE = fieldOf('createOrder', 'timeInForce');
const REQUIRED: readonly DeclaredClause[] = [
  ...VOLUMES,
  ...rowsOf(WITH_REQUIRED_FIELDS.filter((id) => id !== 'createOrder' && id !== 'createConditionOrder')),
];

const VALUES = ['type', 'side', 'open'].map((name) => fieldOf('createOrder', name));

const WITH_INTEGERS = ['changePositionMode', 'changeMarginMode', 'changeLeverage'] as const;
const NUMBERS: readonly DeclaredClause[] = [...VOLUMES, ...rowsOf([...WITH_INTEGERS, 'adjustPositionMargin'])];
const WITH_NUMBERS = ['createOrder', 'createConditionOrder', ...WITH_INTEGERS, 'adjustPositionMargin'] as const;

const isNumeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

const ofAnyType = breaking(REQUIRED, checksOf('robust', WITH_REQUIRED_FIELDS, 'wrong-type-refused'));
const ofAnyVolume = breaking(fieldOf('createOrder', 'volume'), 'robust/createOrder/wrong-type-refused');
const ofAnyNumber = breaking(NUMBERS, checksOf('robust', WITH_NUMBERS, 'wrong-type-refused'));
const ofAnyInteger = breaking(rowsOf(WITH_INTEGERS), checksOf('robust', WITH_INTEGERS, 'wrong-type-refused'));
const ofAnyOption = breaking(
  [TIME_IN_FORCE, ...rowsOf(['getOrderHistory', 'getProfitHistory'])],
  checksOf('robust', ['createOrder', 'getOrderHistory', 'getProfitHistory'], 'wrong-type-refused'),
);
const ofAnyStart = breaking(rowOf('getTradeHistory'), 'robust/getTradeHistory/wrong-type-refused');
const ofEveryType = breaking(
  [...REQUIRED, rowOf('getProfitHistory')],
  [...checksOf('robust', WITH_REQUIRED_FIELDS, 'wrong-type-refused'), 'robust/getProfitHistory/wrong-type-refused'],
);
const ofNothing = (operationId: 'changeLeverage' | 'adjustPositionMargin'): ReturnType<typeof breaking> =>
  breaking(clauses.settings, `robust/${operationId}/wrong-type-refused`);
/** Makes a success of refusals with this code. */
const pretending = (operationId: OperationId, code: string): Patch =>
  acting(operationId, (call, run) => {
    const reply = run(call);
    return reply.ok || reply.code !== code ? reply : DONE;
  });
const ofAnyTrigger = breaking(
  fieldOf('createConditionOrder', 'triggerType'),
  'robust/createConditionOrder/wrong-type-refused',
);
const lacking = breaking(REQUIRED, checksOf('robust', WITH_REQUIRED_FIELDS, 'missing-required-field-refused'));
const ofAnyValue = breaking(VALUES, 'robust/createOrder/unknown-value-refused');
const ofAnyLifetime = breaking(TIME_IN_FORCE, 'robust/createOrder/unknown-value-refused');

export const INPUT: readonly Mutation[] = [
  ofNothing(
    'changeLeverage',
  )`leverage-of-no-contract: Change Leverage Ratio is a success for a contract that does not exist`(
    pretending('changeLeverage', '-1121'),
  ),
  ofNothing(
    'adjustPositionMargin',
  )`margin-of-no-position: Adjust Position Margin is a success for a position that does not exist`(
    pretending('adjustPositionMargin', '-1149'),
  ),
  ofAnyType`boolean-accepted: A call with true for a field of another type is a success`(
    converting((_field, value) => typeof value === 'boolean'),
  ),
  ofAnyVolume`boolean-accepted-for-volume: Create Order takes true for a volume of 1`(
    converting(({ name }, value) => name === 'volume' && typeof value === 'boolean'),
  ),
  ofAnyTrigger`list-accepted-as-trigger-of-one-contract: Create Condition Order takes a list of one as triggerType, and knows one contract alone`(
    (...given) => ({
      ...converting(({ name }, value) => name === 'triggerType' && Array.isArray(value) && value.length === 1)(
        ...given,
      ),
      ...ofOneContract('createConditionOrder')(...given),
    }),
  ),
  ofAnyNumber`word-accepted-for-number: A call with a word for a number is a success`(
    converting(({ wire }, value) => wire === 'number' && typeof value === 'string' && !isNumeric(value)),
  ),
  ofAnyInteger`fraction-accepted-for-integer: A fraction is rounded where an integer is declared`(
    repairing((_field, value) => (typeof value === 'number' && !Number.isInteger(value) ? Math.floor(value) : value)),
  ),
  ofAnyOption`list-accepted-for-optional-field: A list is taken for an optional field, and left out`(
    repairing(({ required }, value) => (!required && Array.isArray(value) ? undefined : value)),
  ),
  ofAnyStart`from-id-in-words-accepted: Trade history takes a word as fromId, and starts at the beginning`(
    rereading('getTradeHistory', ({ target }) => ({ target: target.replace(/&?fromId=[A-Z]+/, '') })),
  ),
  ...(['createOrder', 'cancelOrder', 'getOrderHistory', 'changeLeverage'] as const).map((operationId): Mutation =>
    breaking(
      operationId === 'createOrder' ? REQUIRED[0]! : rowOf(operationId),
      `robust/${operationId}/missing-required-field-refused`,
    )`missing-field-answered-with-code-0-by-${dashed(operationId)}: ${operationId} returns the code of success and no data for a call without a required field`(
      responding(({ operation, refused = '' }) =>
        operation?.operationId === operationId && ['-1102', '-1121'].includes(refused)
          ? { body: '{"code":"0"}' }
          : undefined,
      ),
    ),
  ),
  lacking`missing-field-accepted: A call without a required field is a success`(
    repairing((field, value) => (value === undefined && field.required ? standIn(field) : value)),
  ),
  lacking`null-accepted-for-required-field: A call with null for a required field is a success`(
    repairing((field, value) => (value === null && field.required ? standIn(field) : value)),
  ),
  ofAnyValue`empty-value-accepted: An empty text is taken for the first of the allowed values`(
    repairing((field, value) => (value === '' && field.enum !== undefined ? field.enum[0] : value)),
  ),
  ofAnyValue`value-with-more-accepted: A text that begins with an allowed value is taken for it`(
    repairing((field, value) => field.enum?.find((word) => String(value).startsWith(word)) ?? value),
  ),
  ofAnyLifetime`unknown-time-in-force-accepted: A timeInForce that is not among those allowed is a success`(
    repairing((field, value) => (field.name === 'timeInForce' ? repairValue(field, value) : value)),
  ),
  ofEveryType`wrong-type-accepted: A call with a field of another type is a success`(repairing(repairType)),
  ofAnyValue`unknown-value-accepted: A value that is not among those allowed is taken for the first of them`(
    repairing(repairValue),
  ),
];
