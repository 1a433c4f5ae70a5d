import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../generated/error-codes.js';
import { operations } from '../../generated/operations.js';
import { classifyOutcome, consequenceOf } from '../../src/core/outcome.js';

const listed = Object.entries(errorCodes);
const unknownOutcomeCodes = listed.filter(([, { outcome }]) => outcome === 'unknown').map(([code]) => code);
const classify = (status: number, apiCode?: string, data?: unknown) =>
  classifyOutcome({ status, apiCode, data }, errorCodes);

const REFUSAL = '-2013';
const UNLISTED = '987654';

describe('an answer', () => {
  const rows = [
    [[200, 204, 301, 399, 408, 499, 500, 502, 504, 600, 0], undefined, 'unknown'],
    [[400, 401, 404, 410, 418, 429, 498], undefined, 'rejected'],
    [[200, 299, 400], REFUSAL, 'rejected'],
    [[100, 302, 408, 499, 500, Number.NaN], REFUSAL, 'unknown'],
    [[200, 400, 599], UNLISTED, 'unknown'],
    [[200], '0', 'unknown'],
    [[200], 'OK', 'unknown'],
    [[200], '-1006', 'unknown'],
    [[200, 400], '-1007', 'unknown'],
    [[400], 'constructor', 'unknown'],
    [[429], '-1003', 'rejected'],
    [[503], '-1016', 'unknown'],
  ] as const;
  const cases = rows.flatMap(([statuses, code, outcome]) => statuses.map((status) => [status, code, outcome] as const));
  it.each(cases)('says of status %s with code %s: %s', (status, apiCode, outcome) => {
    expect(classify(status, apiCode)).toBe(outcome);
  });

  it('says of status 200 with a listed code what the list says', () => {
    for (const [code, { outcome }] of listed) expect(classify(200, code), code).toBe(outcome);
  });

  it('says unknown of what makes an order, where the code says that an order does not exist or is over', () => {
    const makes = (apiCode: string) => classifyOutcome({ status: 200, apiCode }, errorCodes, { makes: true });
    expect(['-2013', '-1141', '-1145', '-1121'].map(makes)).toEqual(['unknown', 'unknown', 'unknown', 'rejected']);
  });

  it('never says rejected after a code of unknown outcome, whatever the status', () => {
    for (const code of unknownOutcomeCodes) {
      for (let status = 100; status < 600; status++)
        expect(classify(status, code), `${status} ${code}`).toBe('unknown');
    }
  });
});

describe('an answer, where the answer contradicts itself,', () => {
  it.each([200, 400, 404, 500])('never takes code 200 for proof: status %i', (status) => {
    expect(classify(status, '200')).toBe('unknown');
  });

  it.each([{ orderId: '5' }, ['5'], '5', '', 0, false, true])('takes data of %j for no refusal', (data) => {
    for (const status of [200, 400]) {
      for (const code of [REFUSAL, UNLISTED, undefined]) expect(classify(status, code, data)).toBe('unknown');
    }
  });

  it.each([[undefined], [null], [{}], [[]]])('takes data of %j for none', (data) => {
    expect([classify(200, REFUSAL, data), classify(400, undefined, data)]).toStrictEqual(['rejected', 'rejected']);
  });
});

it.each([
  [200, UNLISTED, 'rejected'],
  [200, 'OK', 'unknown'],
  [200, '200', 'unknown'],
  [401, 'NO_KEY', 'rejected'],
  [500, UNLISTED, 'unknown'],
] as const)('a read that gets status %s with code %s, which is in no list, is %s', (status, apiCode, outcome) => {
  expect(classifyOutcome({ status, apiCode }, errorCodes, { readOnly: true })).toBe(outcome);
});

describe('consequenceOf', () => {
  const rows = {
    ping: 'It only reads: retry it.',
    createOrder: 'The service may have acted: look it up before you retry (submitOrder does it).',
    createConditionOrder:
      'The service may have acted, and no read shows for sure that the order is absent: make sure that its trigger cannot be live before you retry.',
    adjustPositionMargin:
      'The service may have acted, and no call shows it: check the position by hand before you retry.',
    changeLeverage:
      'The service may have acted, and no call shows it: set the same value again (assumed to do no harm).',
    cancelOrder:
      'The service may have acted: look at the open orders before you cancel again. A bulk cancel also cancels newer ones.',
  } as const;

  it.each(Object.entries(rows))('of %s says %j', (id, sentence) => {
    const operation = operations[id as keyof typeof rows];
    const concern = { readOnly: operation.effect === 'read', operation };
    expect(consequenceOf('not-sent', concern)).toBe('Nothing was sent.');
    expect(consequenceOf('unknown', concern)).toBe(sentence);
    const rejected = concern.readOnly ? 'It only reads: nothing changed.' : 'Nothing was done (assumed).';
    expect(consequenceOf('rejected', concern)).toBe(rejected);
  });

  it('of a call that is not known any better says to look it up', () => {
    expect(consequenceOf('unknown', { readOnly: false })).toBe(
      'The service may have acted: look it up before you retry.',
    );
  });
});

it('a break before the connection stood means not sent, one after it unknown', () => {
  expect([classifyOutcome({ connected: false }), classifyOutcome({ connected: true })]).toStrictEqual([
    'not-sent',
    'unknown',
  ]);
});
