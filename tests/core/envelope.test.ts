import { describe, expect, it } from 'vitest';
import { openEnvelope, type ResultRule, ShapeMismatch, takeResult } from '../../src/core/envelope.js';
import { createDecoder } from '../../src/core/json/decode.js';

const decode = createDecoder();
const open = (text: string) => openEnvelope(decode(text));

describe('openEnvelope', () => {
  it.each([
    ['f', '{"timestamp":1,"status":404,"error":"Not Found","message":"No","path":"/fapi"}'],
    ['h', '"<html>"'],
    ['bare object', '{"orderId":256609229205684228}'],
    ['bare list', '[{"code":"1"}]'],
    ['empty object', '{}'],
    ['null', 'null'],
  ])('takes shape %s for a bare answer', (_shape, text) => {
    const body = decode(text);
    const bare = { isEnvelope: false, apiCode: undefined, apiMessage: undefined, failed: false, data: body };
    expect(openEnvelope(body)).toStrictEqual(bare);
  });

  it('takes a body that could not be decoded for a bare answer', () => {
    expect(openEnvelope(undefined)).toMatchObject({ isEnvelope: false, data: undefined });
  });

  it.each(['{"success":false}', '{"succ":false,"msg":"no"}'])('reads failure without a code from %s', (text) => {
    expect(open(text)).toMatchObject({ isEnvelope: true, failed: true, apiCode: undefined });
  });

  it.each(['{"code":"0","succ":true}', '{"code":0,"success":"false"}', '{"code":"0","data":{"succ":false}}'])(
    'reads no failure from %s',
    (text) => {
      expect(open(text)).toMatchObject({ isEnvelope: true, failed: false, apiCode: '0' });
    },
  );

  it.each([
    ['-1006.0', '-1006'],
    ['-1.006e3', '-1006'],
    ['-100600E-2', '-1006'],
    ['" -1006"', '-1006'],
    ['"-1006\\n"', '-1006'],
    ['"-01006"', '-1006'],
    ['0.0', '0'],
    ['-0', '0'],
    ['0E-8', '0'],
    ['"00"', '0'],
  ])('reads the code %s by its value: %s', (token, apiCode) => {
    expect(open(`{"code":${token}}`)).toMatchObject({ isEnvelope: true, failed: false, apiCode });
  });

  it.each(['1e-400', '0.5', '9007199254740993', '1e400'])('does not round the code %s', (code) => {
    expect(open(`{"code":${code}}`).apiCode).toBe(code);
  });

  it.each(['0x0', '0b0', 'success', '-', '.', '1e', '_0'])('takes no number from the code %j', (code) => {
    expect(openEnvelope({ code }).apiCode).toBe(code);
  });

  it.each([
    '{"toString":1}',
    '{"__proto__":null}',
    '{}',
    '[]',
    '[0]',
    '["0"]',
    '[{"toString":null}]',
    'true',
    'false',
    '""',
    '" "',
  ])('reads failure without a code from the code %s', (token) => {
    expect(open(`{"code":${token}}`)).toMatchObject({ isEnvelope: true, failed: true, apiCode: undefined });
  });

  it('never throws, whatever the body', () => {
    const hostile = [Object.create(null), { toString: 1, valueOf: 1 }, Symbol('s'), 1n, () => {}, Number.NaN];
    for (const value of hostile) {
      expect(() => openEnvelope(value)).not.toThrow();
      expect(() => openEnvelope({ code: value, msg: value, data: value, succ: value })).not.toThrow();
    }
  });

  it('reads a code of null as no code, and a msg that is no text as no message', () => {
    expect(open('{"code":null,"msg":{}}')).toMatchObject({
      isEnvelope: true,
      apiCode: undefined,
      apiMessage: undefined,
    });
  });

  it.each(['success', 'Success', '成功', 'suc', 'fail', ''])('does not look at the text of msg: %j', (msg) => {
    const { apiMessage, ...rest } = openEnvelope({ code: '0', msg, data: [] });
    expect(apiMessage).toBe(msg);
    expect(rest).toStrictEqual({ isEnvelope: true, apiCode: '0', failed: false, data: [] });
  });
});

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

  it.each(['{"code":"0","msg":"成功","data":null}', '{}', '{"code":"0","data":{"any":"thing"}}'])(
    'returns the acknowledgement %s of operations 4 and 10 to 13 whole',
    (text) => {
      expect(take('acknowledgement', text)).toStrictEqual(JSON.parse(text));
    },
  );

  it.each([
    ['object', '[]', 'expected an object, got a list of 0'],
    ['object', '[{}]', 'expected an object, got a list of 1'],
    ['object', '{"code":"0","data":[{}]}', 'expected an object, got a list of 1'],
    ['single', '[]', 'expected an object, got a list of 0'],
    ['single', '[{},{}]', 'expected an object, got a list of 2'],
    ['single', '[1]', 'expected an object, got string'],
    ['single', '[[{}]]', 'expected an object, got a list of 1'],
    ['single', '{"code":"0","data":null}', 'expected an object, got null'],
    ['object', 'null', 'expected an object, got null'],
    ['object', '"x"', 'expected an object, got string'],
    ['object', 'true', 'expected an object, got boolean'],
    ['object', '{"code":"0","data":null}', 'expected an object, got null'],
    ['object', '{"code":"0"}', 'expected an object, got undefined'],
    ['list', '{}', 'expected a list, got object'],
    ['list', '"x"', 'expected a list, got string'],
    ['list', '{"code":"0","data":{"orderId":1}}', 'expected a list, got object'],
    ['list', '{"a":[],"b":[]}', 'expected a list, got object'],
    ['acknowledgement', '[]', 'expected an object, got a list of 0'],
    ['acknowledgement', 'null', 'expected an object, got null'],
    ['acknowledgement', '"ok"', 'expected an object, got string'],
  ] as const)('refuses to find an answer of shape %s in %s', (shape, text, message) => {
    expect(() => take(shape, text)).toThrow(new ShapeMismatch(message));
  });

  it.each(['{"code":"0","msg":"success","data":null}', '{"code":0,"msg":"success"}'])(
    'takes %s for an object without fields where the rule says that it may be empty',
    (text) => {
      expect(take('object', text, true)).toStrictEqual({});
    },
  );

  it.each(['null', '[]', '""', '{"code":"0","data":[]}', '{"code":"0","data":""}'])(
    'takes %s for no object even where it may be empty',
    (text) => {
      expect(() => take('object', text, true)).toThrow(ShapeMismatch);
    },
  );
});
