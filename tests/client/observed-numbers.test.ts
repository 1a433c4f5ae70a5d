import { describe, expect, it } from 'vitest';
import { answered, type Call } from '../support/answered.js';
import { failureOf } from '../support/test-client.js';

/* The public answers of docs/field-evidence.md 1.14 to 1.16. */

const getServerTime: Call = (client) => client.getServerTime();
const getContracts: Call = (client) => client.getContracts();

describe('1.15 getServerTime', () => {
  it.each([
    'China Standard Time',
    'China standard time',
    'GMT+08:00',
    '格林尼治标准时间',
    'Coordinated Universal Time',
  ])('is a number, and the text %s', async (timezone) => {
    const result = { serverTime: 1607702400000, timezone };
    expect(await answered(getServerTime, `{"serverTime":1607702400000,"timezone":"${timezone}"}`)).toStrictEqual(
      result,
    );
    expect(await answered(getServerTime, `{"timezone":"${timezone}","serverTime":1607702400000}`)).toStrictEqual(
      result,
    );
  });

  it('without quotes around the zone, as VD prints it, is not JSON', async () => {
    const error = await failureOf(answered(getServerTime, '{"serverTime":1607702400000,"timezone":GMT+08:00}'));
    expect(error).toMatchObject({ code: 'RESPONSE_SHAPE' });
  });
});

describe('1.16 getContracts', () => {
  const row =
    '{"ticker_id":"ORCA-PERPUSDT","base_currency":"ORCA","last_price":"1.959","open_interest_usd":"3723.541192799999493826176",' +
    '"product_type":"Perpetual","creation_timestamp":0,"next_funding_rate_timestamp":1751299200000,"timestamp":1751281672227}';

  it('keeps 25 digits of a decimal, and times as numbers', async () => {
    expect(await answered(getContracts, `{"code":"0","msg":"success","data":{"contracts":[${row}]}}`)).toStrictEqual({
      contracts: [
        {
          ...{ ticker_id: 'ORCA-PERPUSDT', base_currency: 'ORCA', last_price: '1.959' },
          ...{ open_interest_usd: '3723.541192799999493826176', product_type: 'Perpetual' },
          ...{ creation_timestamp: 0, next_funding_rate_timestamp: 1751299200000, timestamp: 1751281672227 },
        },
      ],
    });
  });

  it('a bare list is the answer of another path, and refused', async () => {
    expect(await failureOf(answered(getContracts, `[${row}]`))).toMatchObject({ code: 'RESPONSE_SHAPE' });
  });

  it('an unknown path looks like a missing key', async () => {
    const body = '{"code":"-1002","data":null,"msg":"UNAUTHORIZED","msgData":null,"succ":false}';
    expect(await failureOf(answered(getContracts, body))).toMatchObject({ code: 'API', apiCode: '-1002' });
  });
});
