import fc from 'fast-check';
import { expect } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createDecoder } from '../../src/core/json/decode.js';
import { encodeInput } from '../../src/core/encode-input.js';
import { inputs } from './inputs.js';
import { number } from './json-documents.js';
import { itHolds } from './runs.js';

/** Text of whole characters, none of them a control character, that is not blank for anybody. */
const unit = fc.oneof(
  fc.constantFrom(...'\'"&=#+%/?<>:;@ \\é订'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const name = fc.string({ unit, minLength: 1, maxLength: 30 }).filter((text) => !/^[\p{C}\p{Z}]*$|\p{Cc}/u.test(text));

const decode = createDecoder();

itHolds(
  'a decimal given as text is in the body digit for digit, and the body is JSON',
  fc.property(number, number, number, (volume, price, triggerPrice) => {
    const input = { ...inputs.createConditionOrder, volume, price, triggerPrice };
    const { body } = encodeInput(operations.createConditionOrder, input);
    JSON.parse(body!);
    expect(body!.startsWith(`{"volume":${volume},`)).toBe(true);
    expect(body!.includes(`,"triggerPrice":"${triggerPrice}",`)).toBe(true);
    expect(body!.endsWith(`,"price":${price}}`)).toBe(true);
    expect(decode(body!)).toMatchObject({ volume, price, triggerPrice });
  }),
);

itHolds(
  'a decimal given as a finite number is in the body as a token of the same number, or refused where it lost digits',
  fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (price) => {
    const encode = () => encodeInput(operations.createOrder, { ...inputs.createOrder, price });
    if (Number.isInteger(price) && !Number.isSafeInteger(price)) expect(encode).toThrow('price is a number above 2^53');
    else if (price !== Number(price.toPrecision(15))) expect(encode).toThrow('a number that has lost digits already');
    else expect((JSON.parse(encode().body!) as { price: number }).price).toBe(price + 0);
  }),
);

itHolds(
  'ids arrive digit for digit as string, bigint or safe number, in body and query',
  fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), (id) => {
    const forms = id <= BigInt(Number.MAX_SAFE_INTEGER) ? [id, String(id), Number(id)] : [id, String(id)];
    for (const fromId of forms) {
      expect(encodeInput(operations.getProfitHistory, { fromId }).body).toBe(`{"fromId":${id}}`);
      expect(encodeInput(operations.getTradeHistory, { fromId }).query).toBe(`fromId=${id}`);
    }
  }),
);

itHolds(
  'any name survives the query, read by URLSearchParams and by decodeURIComponent',
  fc.property(name, name, (contractName, clientOrderId) => {
    const { query } = encodeInput(operations.getOrder, { contractName, clientOrderId }, { bodyAsQuery: true });
    // The signed target is the sent one: a URL parser finds nothing left to escape.
    expect(new URL(`https://exchange.example/?${query}`).search).toBe(`?${query}`);
    expect([...new URLSearchParams(query)]).toStrictEqual(Object.entries({ contractName, clientOrderId }));
    const [first] = query.split('&');
    expect(decodeURIComponent(first!)).toBe(`contractName=${contractName}`);
  }),
);

itHolds(
  'any name survives the body',
  fc.property(name, (contractName) => {
    const { body } = encodeInput(operations.getOrder, { contractName }, { withoutSelectors: true });
    expect(JSON.parse(body!)).toStrictEqual({ contractName });
  }),
);
