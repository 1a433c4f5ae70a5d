import { expect, test } from 'vitest';
import { errorCodes } from '../../generated/error-codes.js';
import { whatToDo } from '../../src/cli/codes/what-to-do.js';

const codes = Object.entries(errorCodes);
const aboutAnOrder = codes.filter(([, { order }]) => order !== undefined);

/** Says that the same may be sent once more. */
const RESEND = /then retry|then send|(?<!Do not )send it again/i;

test('every code whose meaning speaks of an order that is there or not is marked in the description', () => {
  const speaking = codes.filter(([, { meaning }]) => /order does not exist|order state|cancel/.test(meaning));
  expect(aboutAnOrder).toEqual(speaking);
  expect(aboutAnOrder).not.toEqual([]);
});

test.each(aboutAnOrder.map(([code]) => code))(
  'after a lookup, the advice on %s is never to send the order again',
  (code) => {
    expect(whatToDo(code)).not.toMatch(RESEND);
    expect(whatToDo(code)).toMatch(/Do not .*send/);
  },
);

test.each(['-99999', 'toString', ''])('nothing is to be concluded from a code that is not listed: %j', (code) => {
  expect(whatToDo(code)).not.toMatch(RESEND);
  expect(whatToDo(code)).toContain('proves nothing about an order');
});
