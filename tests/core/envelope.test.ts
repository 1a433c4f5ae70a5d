import { describe, expect, it, test } from 'vitest';
import { isOrderId, openEnvelope, type ResultRule, ShapeMismatch, takeResult } from '../../src/core/envelope.js';
import { createDecoder } from '../../src/core/json/decode.js';

const decode = createDecoder();

function take(shape: ResultRule['shape'], text: string, mayBeEmpty = false): unknown {
  const body = decode(text);
  return takeResult(openEnvelope(body), body, { shape, mayBeEmpty });
}

/** Shapes of field-evidence 5, by the number of the operation. */
describe('takeResult', () => {
  it.each([
    '[]',
    'null',
    '{"code":"0","msg":"success","data":null}',
    '{"code":"0","msg":"success"}',
    '{"code":"0","data":[]}',
    '{"list":[]}',
  ])('finds an empty list in %s', (text) => {
    expect(take('list', text)).toStrictEqual([]);
  });

  const counts = '{"code":"0","data":{"code":null,"success":"0","failed":"0"}}';
  it.each(['{"code":"0","msg":"成功","data":null}', '{}', '{"code":"0","data":{"code":"E-BTC-USDT"}}', counts])(
    'returns the acknowledgement %s of operations 4 and 10 to 13 whole',
    (text) => {
      expect(take('acknowledgement', text)).toStrictEqual(JSON.parse(text));
    },
  );

  it.each([
    ['object', '[{}]', 'expected an object, got a list of 1'],
    ['object', '{"code":"0","data":[{}]}', 'expected an object, got a list of 1'],
    ['single', '[]', 'expected an object, got a list of 0'],
    ['single', '[{},{}]', 'expected an object, got a list of 2'],
    ['single', '[1]', 'expected an object, got string'],
    ['single', '{"code":"0","data":null}', 'expected an object, got null'],
    ['object', 'null', 'expected an object, got null'],
    ['object', '"x"', 'expected an object, got string'],
    ['object', '{"code":"0","data":null}', 'expected an object, got null'],
    ['object', '{"code":"0"}', 'expected an object, got no data'],
    ['list', '{}', 'expected a list, got object'],
    ['list', '"x"', 'expected a list, got string'],
    ['list', '{"code":"0","data":{"orderId":1}}', 'expected a list, got object'],
    ['list', '{"a":[],"b":[]}', 'expected a list, got object'],
    ['list', '{"orderId":"77","fills":[]}', 'expected a list, got object'],
    ['list', '{"orders":{"E-BTC-USDT":[{}]},"conditionOrders":[]}', 'expected a list, got object'],
    ['list', '{"list":null,"warnings":[]}', 'expected a list, got object'],
    ['acknowledgement', '[]', 'expected an object, got a list of 0'],
    ['acknowledgement', '{"status":"error","reason":"cancel failed"}', 'expected a result, got an error page'],
    ['acknowledgement', '{"result":"FAILED"}', 'expected a result, got an error page'],
    ['acknowledgement', '{"code":"0","data":false}', 'expected a result, got data that says failure'],
    ['acknowledgement', '{"code":"0","data":{"code":"-1121"}}', 'expected a result, got data that says failure'],
    ['object', '{"code":"0","data":{"success":false}}', 'expected a result, got data that says failure'],
    ['list', '{"code":"0","data":"fail"}', 'expected a result, got data that says failure'],
  ] as const)('refuses to find an answer of shape %s in %s', (shape, text, message) => {
    expect(() => take(shape, text)).toThrow(new ShapeMismatch(message));
  });

  it.each([
    ['{"total":3,"list":[{}]}', true, '"total": 3'],
    ['{"code":"0","data":[{}],"totalCount":"2"}', true, '"totalCount": 2'],
    ['{"code":"0","data":{"hasMore":true,"list":[]}}', true, '"hasMore": true'],
    ['{"total":1,"list":[{}],"hasMore":false,"pages":1,"next":"","isLastPage":true}', true, undefined],
    ['{"code":"0","data":{"list":[{}],"page":{"total":57}}}', true, '"total": 57'],
    ['{"list":[{}],"totalPage":3}', true, '"totalPage": 3'],
    ['{"list":[{}],"isLastPage":false}', true, '"isLastPage": false'],
    ['{"list":[{}],"nextCursor":"abc"}', true, '"nextCursor": abc'],
    ['{"total":3,"list":[{}]}', false, undefined],
  ] as const)('in %s, where a list is to be whole (%s), finds a part: %s', (text, isWhole, part) => {
    const body = decode(text);
    const find = () => takeResult(openEnvelope(body), body, { shape: 'list', mayBeEmpty: false, isWhole });
    if (part === undefined) expect(find()).toHaveLength(1);
    else expect(find).toThrow(`expected the whole list, got ${text.includes('[{}]') ? 1 : 0} rows and ${part}`);
  });

  it.each(['null', '[]', '""', '{"code":"0","data":[]}', '{"code":"0","data":""}'])(
    'takes %s for no object even where it may be empty',
    (text) => {
      expect(() => take('object', text, true)).toThrow(ShapeMismatch);
    },
  );
});

test.each(['1', '256609229205684228', '000123', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'BTC-17', 'a1', 'e1', '1:2'])(
  '%j is an order id',
  (id) => expect(isOrderId(id)).toBe(true),
);

test.each([
  ...[undefined, null, false, true, 0, 5, 5n, Number.NaN, {}, [], [1], ['1'], { orderId: '1' }],
  ...['', ' ', ' 1', '1 ', '1\n', '\t', '\u00a0', '0', '00', '0.0', '-0', '+0', '0E-8', '0e5', '.0', '0x0'],
  ...['-1', '+1', '1.5', '1e5', '1.', '.5', '2.5E17', 'null', 'undefined', 'NaN', 'None', 'nil', 'false', 'true'],
  ...['Infinity', '-Infinity', '[object Object]', 'a b1', '1'.repeat(129), '9'.repeat(5_000_000)],
])('%.30j is not an order id', (id) => {
  expect(isOrderId(id)).toBe(false);
});
