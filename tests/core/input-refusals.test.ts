import { describe, expect, it } from 'vitest';
import { type Field, type Operation, operations } from '../../generated/operations.js';
import { ArgumentError } from '../../src/core/errors.js';
import { encodeInput } from '../../src/core/encode-input.js';
import { inputs } from './inputs.js';

/** Claims that the input is refused, that the error names the field, and that nothing can have happened. */
function expectRefusal(operation: Operation, input: unknown, field: string): ArgumentError {
  let error: unknown;
  try {
    encodeInput(operation, input);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ArgumentError);
  const { operationId } = operation;
  expect(error).toMatchObject({ code: 'ARGUMENT', field, outcome: 'not-sent', operationId });
  const { message } = error as ArgumentError;
  expect(message.startsWith(`${operationId}: ${field} `), message).toBe(true);
  expect(message.endsWith(' Nothing was sent.'), message).toBe(true);
  return error as ArgumentError;
}

/** The fields of all operations for which a rule holds. */
function fieldsWhere(holds: (field: Field) => boolean) {
  return Object.values(operations).flatMap((operation) =>
    operation.fields
      .filter(holds)
      .map((field) => ({ operation, field, where: `${operation.operationId} ${field.name}` })),
  );
}

/** Claims a refusal for each value in place of the field. */
function expectRefusals(operation: Operation, { name }: Field, values: readonly unknown[]): ArgumentError[] {
  return values.map((value) => expectRefusal(operation, { ...inputs[operation.operationId], [name]: value }, name));
}

const isText = ({ kind }: Field) => kind === 'string' || kind === 'code';
const isWhole = ({ kind }: Field) => ['id', 'integer', 'count', 'unix-time-ms'].includes(kind);
/** An id that is declared as a string may be any text. */
const isNumeric = (field: Field) => !isText(field) && !(field.kind === 'id' && field.wire === 'string');

const anyField = () => true;
const words = ['undefined', 'null', 'None', 'nil', 'NaN', '[object Object]'];

/** The values of no use, by the fields that refuse them. */
const USELESS: readonly (readonly [what: string, holds: (field: Field) => boolean, values: readonly unknown[]])[] = [
  [
    'null, objects, booleans, blanks',
    anyField,
    [null, {}, [], ['1'], true, false, Symbol('x'), () => 1, new Date(0), '', ' ', '\t\n'],
  ],
  ['NaN and infinities', anyField, [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ['what is blank to somebody', anyField, ['\u00a0', '\u2003', '\u200b', '\ufeff', '\u00ad', '\u0000', '\r\n']],
  ['control characters', (field) => isText(field) || field.kind === 'id', ['1\n', '\u00001', '1\u007f1', '1\u0085']],
  [
    'a lost variable',
    (field) => !isNumeric(field),
    words.flatMap((word) => [word, `job-${word}`, `E-${word}-USDT`, `${word}_1`]),
  ],
  [
    'text that is no JSON number',
    isNumeric,
    ['abc', '01', '-', '1_000', '0x10', '1.', '.5', '+1', '1e', ' 1', '1 ', '1,5', 'NaN', 'Infinity'],
  ],
  ['numbers instead of text', isText, [1, 1n]],
  ['numbers that are not whole or not safe', isWhole, [1.5, 2 ** 53, Number('256609229205684228'), 1e21, -(2 ** 53)]],
  ['text of a number that is not written whole', (field) => isWhole(field) && isNumeric(field), ['1.0', '1.5', '1e3']],
  ['counts below 1', ({ kind }) => kind === 'count', [0, -1, '0', '-0', '-1', 0n, -1n]],
  [
    'half of a surrogate pair',
    (field) => isText(field) && field.enum === undefined,
    ['\ud800', 'a\udc00', '\udc00\ud800'],
  ],
];

describe('a value of no use', () => {
  describe.each(USELESS)('is refused, %s:', (_what, holds, values) => {
    it.each(fieldsWhere(holds))('$where', ({ operation, field }) => void expectRefusals(operation, field, values));
  });

  it('is not a word that only looks like a lost variable', () => {
    for (const clientOrderId of ['nullable', 'NaNo-1', 'job-undefined1', 'object Object', 'Null', 'vanilla', 'Nonell'])
      encodeInput(operations.createOrder, { ...inputs.createOrder, clientOrderId });
  });

  it.each(fieldsWhere((field) => field.enum !== undefined))(
    'is refused for $where: texts outside its values, and the message lists those',
    ({ operation, field }) => {
      const [first] = field.enum!;
      for (const { message } of expectRefusals(operation, field, ['WRONG', first!.toLowerCase(), ` ${first!}`])) {
        expect(message).toContain(field.enum!.join(', '));
      }
    },
  );
});

it.each(fieldsWhere(({ required }) => required === true))(
  'a required field is missed, absent or undefined: $where',
  ({ operation, field }) => {
    const { [field.name]: _, ...others } = inputs[operation.operationId];
    expect(expectRefusal(operation, others, field.name).message).toContain('is missing');
    for (const { message } of expectRefusals(operation, field, [undefined]))
      expect(message).toMatch(/is (?:missing|undefined)/);
  },
);

describe('a word in place of a number', () => {
  it.each([
    ['createOrder', 'positionType', 'must be a whole number (observed: 1 = cross, 2 = isolated), got "cross"'],
    ['changePositionMode', 'positionModel', 'must be a whole number (observed: 1 = net, 2 = two-way), got "cross"'],
    ['changeMarginMode', 'marginModel', 'must be a whole number (observed: 1 = cross, 2 = isolated), got "cross"'],
    ['changeLeverage', 'nowLevel', 'must be a whole number, got "cross"'],
    ['createOrder', 'volume', 'must be a finite decimal number such as "65000.10", got "cross"'],
    ['getOrderHistory', 'fromId', 'must be a whole number, got "cross"'],
  ] as const)('is refused, and the message says what %s takes as %s', (operationId, field, message) => {
    const input = { ...inputs[operationId], [field]: 'cross' };
    expect(expectRefusal(operations[operationId], input, field).message).toContain(message);
  });

  it('is refused for an id that is null, and the message says what an id is', () => {
    const input = { ...inputs.cancelOrder, orderId: null };
    const { message } = expectRefusal(operations.cancelOrder, input, 'orderId');
    expect(message).toContain('must be an id, as a string, a bigint or a number below 2^53, got null');
  });
});

describe('limit of the trade history', () => {
  it.each([1001, '1001', 1001n, 10n ** 20n])('is refused at %s, beyond the declared maximum', (limit) => {
    expect(expectRefusal(operations.getTradeHistory, { limit }, 'limit').message).toContain('at most 1000');
  });

  it('knows no maximum where none is declared', () => {
    expect(() => encodeInput(operations.getProfitHistory, { limit: 1001 })).not.toThrow();
  });
});

describe('a field that is not described', () => {
  it.each(Object.values(operations))('is refused by $operationId, with the list of fields', (operation) => {
    const { message } = expectRefusal(
      operation,
      { ...inputs[operation.operationId], contractname: 'x' },
      'contractname',
    );
    expect(message).toContain(operation.fields.map(({ name }) => name).join(', ') || 'none');
  });

  it('is refused also when it is undefined', () => {
    expectRefusal(operations.getOpenOrders, { symbol: undefined }, 'symbol');
  });
});

describe('an input that is no plain object', () => {
  /** An object that hides its fields must not pass for an input without any. */
  class OrdersOf {
    get contractName() {
      return 'E-BTC-USDT';
    }
  }
  const holders = {
    'an object of a class': new OrdersOf(),
    'an object that inherits': Object.create({ contractName: 'E-BTC-USDT' }) as object,
    'a Map': new Map([['contractName', 'E-BTC-USDT']]),
    URLSearchParams: new URLSearchParams({ contractName: 'E-BTC-USDT' }),
    'a promise': Promise.resolve({ contractName: 'E-BTC-USDT' }),
  };

  it.each(Object.entries(holders))('is refused: %s', (_what, input) => {
    expectRefusal(operations.getOpenOrders, input, 'input');
  });

  it('does not include objects without a prototype', () => {
    const input = Object.assign(Object.create(null) as object, { contractName: 'E-BTC-USDT' });
    expect(encodeInput(operations.getOpenOrders, input).query).toBe('contractName=E-BTC-USDT');
  });

  it.each([null, [], 'x', 1, 1n, true, () => ({}), Symbol('x')].map((input) => [input]))('is refused: %s', (input) => {
    expectRefusal(operations.getOpenOrders, input, 'input');
  });
});

it('a long text is not repeated in the message', () => {
  const { message } = expectRefusal(
    operations.createOrder,
    { ...inputs.createOrder, price: 'x'.repeat(10_000) },
    'price',
  );
  expect(message).toContain('a string of 10000 characters');
  expect(message.length).toBeLessThan(200);
});

describe('a selector: a field that says what a call is about', () => {
  const selecting = Object.values(operations).flatMap((operation) =>
    (operation.selectors?.fields ?? []).map((name) => ({
      operation,
      name,
      where: `${operation.operationId}: ${name}`,
    })),
  );

  it.each(selecting)('$where is refused when it is there but undefined', ({ operation, name }) => {
    const others = Object.fromEntries(operation.fields.map((field) => [field.name, '1']));
    const { fields, without } = operation.selectors!;
    const { message } = expectRefusal(operation, { ...others, [name]: undefined }, name);
    expect(message).toContain(fields.length > 1 ? 'give its value, or leave it out' : `Without it, ${without}: `);
    const alone = Object.entries({ ...others, [name]: undefined }).filter(
      ([other]) => other === name || !fields.includes(other),
    );
    expect(expectRefusal(operation, Object.fromEntries(alone), name).message).toContain(`Without it, ${without}: `);
  });
});
