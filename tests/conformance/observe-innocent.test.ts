import { expect, test } from 'vitest';
import { flipLastBit } from '../../src/core/signature-encoding.js';
import { OBSERVED_RULE } from '../../src/core/signing-rule.js';
import { type Alteration, buildCall } from '../../src/conformance/call/build-call.js';
import { observeTraffic } from '../../src/conformance/index.js';
import { type OperationId, operations } from '../../src/conformance/model/operations.js';
import type { HarRoundTrip } from '../../src/recording/har-entry.js';
import { harText } from '../support/har-text.js';
import { failedIn } from './sandboxes.js';

const credentials = { apiKey: 'recorded-key-12345', apiSecret: 'recorded-secret-12345' };
const [BTC, ETH] = ['E-BTC-USDT', 'E-ETH-USDT'];
const POOR = { code: '-2017', msg: 'Balance is too low.', data: null };

type Fields = Readonly<Record<string, unknown>>;
const order = (contractName: string, price: string, more: Fields = {}) => ({
  ...{ contractName, price, side: 'BUY', type: 'LIMIT', open: 'OPEN', positionType: '1', volume: '1' },
  ...more,
});
const row = (orderId: string, { contractName, side, price }: Fields) => ({ orderId, contractName, side, price });

/** Traffic of a bot on an exchange that does nothing wrong, written call by call. */
function write() {
  const exchanges: HarRoundTrip[] = [];
  let nowMs = Date.parse('2026-01-05T10:00:00Z');
  const call = (operationId: OperationId, input: Fields, answer: unknown, alteration: Alteration = {}): void => {
    nowMs += 6000;
    const signing = { credentials, rule: OBSERVED_RULE, prefix: '' };
    const { method, target, headers, body } = buildCall(operations[operationId], input, signing, nowMs, alteration);
    const request = { method, url: `https://futures.example${target}`, headers, body };
    const response = answer === undefined ? undefined : { status: 200, headers: [], body: JSON.stringify(answer) };
    const failure = answer === undefined ? 'read ECONNRESET' : undefined;
    exchanges.push({ startedAt: new Date(nowMs).toISOString(), durationMs: 8, request, response, failure });
  };
  const prices = (): void => {
    const contracts = Object.entries({ BTC: '65000', ETH: '3000' }).map(([base, last_price]) => ({
      ...{ ticker_id: `${base}-PERPUSDT`, base_currency: base, quote_currency: 'USDT', last_price },
    }));
    call('getContracts', {}, { code: '0', msg: 'success', data: { contracts } });
  };
  const list = (...rows: readonly object[]): void => (prices(), call('getOpenOrders', {}, rows));
  const forged: Alteration = { signature: flipLastBit };
  for (let i = 0; i < 2; i++) call('getOpenOrders', {}, { code: '-1022', msg: 'Signature is not valid.' }, forged);
  list();
  return { call, list, wait: (ms: number) => void (nowMs += ms), exchanges };
}

type Bot = ReturnType<typeof write>;

const BOTS: Readonly<Record<string, (bot: Bot) => void>> = {
  'orders filled after the trades were read'({ call, wait }) {
    const ids = ['1001', '1002', '1003', '1004'];
    for (const orderId of ids) call('createOrder', order(BTC, '64990', { clientOrderId: `c${orderId}` }), { orderId });
    const trades = ['1001', '1004'].map((bidId, id) => ({ id, bidId, price: '64990', qty: '1', contractName: BTC }));
    call('getTradeHistory', { contractName: BTC }, trades);
    wait(600_000);
    const filled = ids.map((orderId) => ({ orderId, contractName: BTC, volume: '1', dealVolume: '1' }));
    call('getOrderHistory', { contractName: BTC }, filled);
  },
  'a history that holds the orders made today'({ call, list, wait }) {
    const made = ['1002', '1003', '1001', '1004'].map((orderId) => row(orderId, order(BTC, '30000')));
    for (const [at, { orderId }] of made.entries()) {
      if (at === 2) wait(26 * 3_600_000);
      call('createOrder', order(BTC, '30000', { clientOrderId: `c${orderId}` }), { orderId });
      list(...made.slice(0, at + 1));
    }
    for (const orderId of ['1001', '1002', '1003', '1004']) {
      call('cancelOrder', { contractName: BTC, orderId }, { orderId });
      list(...made.filter((one) => one.orderId > orderId));
    }
    call('getOrderHistory', { contractName: BTC }, [made[2], made[3]]);
  },
  'a Python program without balance, and another one with it'({ call, list, wait }) {
    const spelled = (text: string): string => text.replaceAll('":', '": ');
    for (const id of ['1', '2'])
      call('createOrder', order(BTC, '30000', { clientOrderId: `py${id}` }), POOR, { spelled });
    wait(3_600_000);
    for (let i = 0; i < 9; i++) list();
    for (const orderId of ['1', '2']) call('createOrder', order(BTC, '30000', { clientOrderId: 'js' }), { orderId });
  },
  'a condition order whose trigger a spike reaches, and a bot that changes its leverage then'({ call, list }) {
    const open = [row('1', order(BTC, '30000'))];
    call('createOrder', order(BTC, '30000'), { orderId: '1' });
    for (const orderId of ['2', '3']) {
      const condition = order(ETH, '2500', { triggerType: '1', triggerPrice: '2500' });
      call('createConditionOrder', condition, { code: '0', data: { triggerIds: [`t${orderId}`] } });
      list(...open);
      call('changeLeverage', { contractName: BTC, nowLevel: orderId }, { code: '0', msg: 'success', data: null });
      open.push(row(orderId, condition));
      list(...open);
    }
  },
  'an exchange that keeps the newest order of each contract'({ call, list, wait }) {
    const place = (orderId: string): void =>
      call('createOrder', order(BTC, '30000', { clientOrderId: `c${orderId}` }), { orderId });
    const cancel = (orderId: string): void => call('cancelOrder', { contractName: BTC, orderId }, { orderId });
    const other = row('10', order(ETH, '1000'));
    call('createOrder', order(ETH, '1000', { clientOrderId: 'c10' }), { orderId: '10' });
    for (const [first, ...more] of [
      ['21', '22', '23'],
      ['24', '25', '26'],
    ] as const) {
      place(first);
      list(other, row(first, order(BTC, '30000')));
      cancel(first);
      for (const orderId of more) {
        wait(-3000);
        place(orderId);
      }
      call('getOpenOrders', {}, [other, row(more[1], order(BTC, '30000'))]);
      cancel(more[1]);
      list(other);
    }
  },
  'refusals that are lists, as pages are'({ call, list }) {
    const records = ['41', '42', '43', '44', '45', '46'].map((id) => row(id, order(BTC, '30000')));
    for (const limit of ['4', '6', '4']) {
      call('getOrderHistory', { contractName: BTC, limit }, records.slice(0, Number(limit)));
      call('getOrderHistory', { contractName: BTC, limit: '5' }, [{ error: 'busy', code: '-1', contractName: BTC }]);
    }
    list();
  },
  'cancels by pairs, of which one is lost, and others that spare'({ call, list }) {
    const ids = ['11', '12', '13', '14', '15', '16', '17', '18'];
    let open = ids.map((id) => row(id, order(BTC, '30000')));
    for (const orderId of ids) call('createOrder', order(BTC, '30000', { clientOrderId: `c${orderId}` }), { orderId });
    for (const lost of [['11', '12'], ['13', '14'], ['15', '16'], ['17']]) {
      list(...open);
      call('cancelOrder', { contractName: BTC, orderId: lost[0] }, { orderId: lost[0] });
      open = open.filter(({ orderId }) => !lost.includes(orderId));
      list(...open);
    }
  },
};

const observed = ({ exchanges }: Bot) =>
  observeTraffic([{ name: 'traffic.har', text: harText(exchanges) }], { credentials });

test('connections that break at times are neither a fault of the service nor a proof that there is none', () => {
  const bot = write();
  for (let turn = 0; turn < 12; turn++) {
    bot.call('ping', {}, {});
    bot.call('getOpenOrders', {}, turn % 2 === 0 ? [] : undefined);
    bot.call('getServerTime', {}, { timezone: 'UTC', serverTime: 1_767_600_000_000 });
  }
  const eachTime = observed(bot).results.find(({ id }) => id === 'shape/getOpenOrders/every-time')!;
  expect([eachTime.verdict, eachTime.reason]).toEqual(['cannot-tell', expect.stringContaining('6 times not')]);
});

test.each(Object.entries(BOTS))('%s: the recording accuses the service of nothing', (_what, play) => {
  const bot = write();
  play(bot);
  const failed = failedIn(observed(bot));
  // The records of contracts are short here.
  expect(failed.filter((text) => !text.startsWith('shape/contracts/fields'))).toEqual([]);
});
