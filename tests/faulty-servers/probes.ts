import { createHmac } from 'node:crypto';
import { ACCOUNT, type Arrived, BTC, DEEP, ETH, NOW_MS, ORDER, type RawDesk, type Sent } from './raw-desk.js';

/** The responses of the sandbox and of the mutant to the same requests. */
export type Probe = readonly [ask: (desk: RawDesk) => Promise<unknown>, reference: unknown, mutant: unknown];

const OPEN = '/fapi/v1/openOrders';
const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
const right = createHmac('sha256', ACCOUNT.apiSecret).update(`${NOW_MS}GET${OPEN}`).digest('hex');

const end =
  (sent: Sent): Probe[0] =>
  async (desk) =>
    (await desk.send(sent)).end;
const openEnd = (sent: Omit<Sent, 'target'>): Probe[0] => end({ target: OPEN, ...sent });
const seen =
  (target: string, see: (arrived: Arrived) => unknown): Probe[0] =>
  async (desk) =>
    see(
      await desk.send({ target, headers: { 'X-CH-TS': undefined, 'X-CH-APIKEY': undefined, 'X-CH-SIGN': undefined } }),
    );

const matches =
  (pattern: RegExp) =>
  ({ text }: Arrived): boolean =>
    pattern.test(text);

/** Orders left of two of one contract and one of another, after a call. */
const left =
  (cancel: (desk: RawDesk, ids: readonly string[]) => Promise<unknown>): Probe[0] =>
  async (desk) => {
    const ids = await desk.three();
    await cancel(desk, ids);
    const names = (await desk.send({ target: OPEN })).text.match(/E-[A-Z]+-USDT/g) ?? [];
    return names
      .map((name) => name.slice(2, 5))
      .toSorted()
      .join(' ');
  };

const cancelBlank = (orderId: '' | undefined): Probe[0] =>
  left((desk) => desk.post('cancel', { contractName: BTC, orderId }));
const cancelFirst = left((desk, [orderId]) => desk.post('cancel', { contractName: BTC, orderId }));
const cancelAll = left((desk) => desk.send({ method: 'POST', target: '/fapi/v1/cancel_all' }));

const lines = ({ text }: Arrived): number => (JSON.parse(text) as unknown[]).length;
const tradeLines =
  (query: string): Probe[0] =>
  async (desk) => {
    await desk.trades();
    return lines(await desk.send({ target: `/fapi/v1/myTrades${query}` }));
  };

async function firstTradeFromTheThird(desk: RawDesk): Promise<boolean> {
  await desk.trades();
  const ids = async (query: string): Promise<string[]> =>
    (JSON.parse((await desk.send({ target: `/fapi/v1/myTrades?limit=3${query}` })).text) as { tradeId: number }[]).map(
      ({ tradeId }) => String(tradeId),
    );
  const [, , third] = await ids('');
  return (await ids(`&fromId=${third}`))[0] === third;
}

async function doneOrders(desk: RawDesk): Promise<number> {
  for (let placed = 0; placed < 120; placed++) await desk.order(BTC, 60000);
  await desk.send({ method: 'POST', target: '/fapi/v1/cancel_all' });
  return lines(await desk.post('orderHistorical', { contractName: BTC }));
}

/** Three positions, opened and closed, and two lines of what became of them. */
const twoLinesOf =
  (history: string): Probe[0] =>
  async (desk) => {
    for (let closed = 0; closed < 3; closed++) {
      await desk.order(BTC, 66000);
      await desk.order(BTC, 64000, { side: 'SELL', open: 'CLOSE' });
    }
    return lines(await desk.post(history, { contractName: BTC, limit: '2' }));
  };

/** Long and short at once: two-way mode only. */
async function positions(desk: RawDesk): Promise<number> {
  await desk.post('edit_user_position_model', { contractName: BTC, positionModel: 2 });
  await desk.order(BTC, 66000);
  await desk.order(BTC, 64000, { side: 'SELL' });
  return desk.sandbox.state.accounts[0]!.positions.length;
}

async function idIsListed(desk: RawDesk): Promise<boolean> {
  const id = await desk.order(BTC, 60000);
  return (await desk.send({ target: OPEN })).text.includes(id);
}

const bodyEnd =
  (path: string, values: Readonly<Record<string, unknown>>): Probe[0] =>
  async (desk) =>
    (await desk.post(path, values)).end;

const contracts = (see: (arrived: Arrived) => unknown): Probe[0] => seen('/pub/contracts', see);
const time = (see: (arrived: Arrived) => unknown): Probe[0] => seen('/fapi/v1/time', see);
const ping = (see: (arrived: Arrived) => unknown): Probe[0] => seen('/fapi/v1/ping', see);
const CONTRACTS_END = contracts(({ end: ended }) => ended);

const refusalShows =
  (what: string): Probe[0] =>
  async (desk) =>
    (await desk.send({ target: OPEN, headers: { 'X-CH-SIGN': flipped(right) } })).text.includes(what);

const lever = (nowLevel: number): string => JSON.stringify({ contractName: BTC, nowLevel });
const leverage = (signed: NonNullable<Sent['signed']>): Probe[0] =>
  end({ target: '/fapi/v1/edit_lever', body: lever(10), signed });

const { volume: _volume, ...withoutVolume } = ORDER;

export const PROBES: Readonly<Record<string, Probe>> = {
  'any-signature-accepted': [openEnd({ headers: { 'X-CH-SIGN': flipped(right) } }), '-1022', 'ok'],
  'missing-key-accepted': [openEnd({ headers: { 'X-CH-APIKEY': undefined } }), '-1002', 'ok'],
  'missing-timestamp-accepted': [openEnd({ headers: { 'X-CH-TS': undefined } }), '-1023', 'ok'],
  'missing-signature-accepted': [openEnd({ headers: { 'X-CH-SIGN': undefined } }), '-1024', 'ok'],
  'key-case-ignored': [openEnd({ headers: { 'X-CH-APIKEY': ACCOUNT.apiKey.toUpperCase() } }), '-2015', 'ok'],
  'body-not-signed': [leverage({ body: lever(20) }), '-1022', 'ok'],
  'query-not-signed': [end({ target: `${OPEN}?contractName=${BTC}`, signed: { target: OPEN } }), '-1022', 'ok'],
  'path-not-signed': [leverage({ target: '/fapi/v1/edit_user_margin_model' }), '-1022', 'ok'],
  'method-not-signed': [leverage({ method: 'GET' }), '-1022', 'ok'],
  'timestamp-not-signed': [leverage({ timestamp: String(NOW_MS - 1000) }), '-1022', 'ok'],
  'secret-case-ignored': [openEnd({ secret: ACCOUNT.apiSecret.toLowerCase() }), '-1022', 'ok'],
  'secret-in-refusal': [refusalShows(ACCOUNT.apiSecret), false, true],
  'ping-demands-a-key': [ping(({ end: ended }) => ended), 'ok', '-1002'],
  'time-demands-a-key': [time(({ end: ended }) => ended), 'ok', '-1002'],
  'contracts-demand-a-key': [CONTRACTS_END, 'ok', '-1002'],
  'cancel-with-empty-id-cancels-nothing': [cancelBlank(''), 'ETH', 'BTC BTC ETH'],
  'cancel-with-empty-id-cancels-one-order': [cancelBlank(''), 'ETH', 'BTC ETH'],
  'cancel-with-empty-id-cancels-another-contract': [cancelBlank(''), 'ETH', 'BTC BTC'],
  'cancel-with-empty-id-cancels-all-contracts': [cancelBlank(''), 'ETH', ''],
  'cancel-with-omitted-id-cancels-nothing': [cancelBlank(undefined), 'ETH', 'BTC BTC ETH'],
  'cancel-with-omitted-id-cancels-one-order': [cancelBlank(undefined), 'ETH', 'BTC ETH'],
  'cancel-with-omitted-id-cancels-another-contract': [cancelBlank(undefined), 'ETH', 'BTC BTC'],
  'cancel-with-omitted-id-cancels-all-contracts': [cancelBlank(undefined), 'ETH', ''],
  'cancel-by-id-cancels-contract': [cancelFirst, 'BTC ETH', 'ETH'],
  'cancel-by-id-cancels-another-order': [
    async (desk) => {
      const [orderId] = await desk.three();
      await desk.post('cancel', { contractName: BTC, orderId });
      return (await desk.send({ target: OPEN })).text.includes(orderId!);
    },
    false,
    true,
  ],
  'cancelled-order-still-open': [cancelFirst, 'BTC ETH', 'BTC BTC ETH'],
  'cancel-all-cancels-one-contract': [cancelAll, '', 'ETH'],
  'cancel-all-cancels-one-order': [cancelAll, '', 'BTC ETH'],
  'cancel-all-cancels-nothing': [cancelAll, '', 'BTC BTC ETH'],
  'placed-order-lost': [left(async () => {}), 'BTC BTC ETH', ''],
  'open-orders-filter-ignored': [
    async (desk) => {
      await desk.three();
      return (await desk.send({ target: `${OPEN}?contractName=${ETH}` })).text.includes(BTC);
    },
    false,
    true,
  ],
  'open-orders-of-one-contract-only': [left(async () => {}), 'BTC BTC ETH', 'BTC BTC'],
  'trades-limit-ignored': [tradeLines('?limit=7'), 7, 100],
  'trades-default-50': [tradeLines(''), 100, 50],
  'trades-default-500': [tradeLines(`?contractName=${DEEP}`), 100, 500],
  'trades-above-maximum-honoured': [tradeLines('?limit=1050'), 1000, 1050],
  'trades-from-id-ignored': [firstTradeFromTheThird, true, false],
  'order-history-default-50': [doneOrders, 100, 50],
  'order-history-limit-ignored': [twoLinesOf('orderHistorical'), 2, 6],
  'profit-history-limit-ignored': [twoLinesOf('profitHistorical'), 2, 3],
  'position-mode-not-applied': [positions, 2, 0],
  'position-mode-refused': [
    bodyEnd('edit_user_position_model', { contractName: BTC, positionModel: 2 }),
    'ok',
    '-2100',
  ],
  'margin-mode-refused': [bodyEnd('edit_user_margin_model', { contractName: BTC, marginModel: 2 }), 'ok', '-2100'],
  'status-201-on-success': [ping(({ status }) => status), 200, 201],
  'body-not-json': [ping(({ text }) => text), '{}', '{}}'],
  'empty-body': [ping(({ text }) => text), '{}', ''],
  'narrowed-lists-cut-short': [
    async (desk) => (await desk.send({ target: '/fapi/v1/myTrades?limit=1' })).text,
    '[]',
    '[',
  ],
  'ids-through-a-double': [idIsListed, true, false],
  'ping-not-empty': [ping(({ text }) => text), '{}', '{"status":"ok"}'],
  'ping-answers-a-list': [ping(({ text }) => text), '{}', '[]'],
  'time-in-seconds': [time(matches(/"serverTime":\d{13},/)), true, false],
  'server-time-as-text': [time(matches(/"serverTime":"\d{13}"/)), false, true],
  'timezone-missing': [time(matches(/"timezone":"[^"]+"/)), true, false],
  'timezone-as-number': [time(matches(/"timezone":0/)), false, true],
  'contracts-code-as-number': [contracts(matches(/^\{"code":0,/)), false, true],
  'contracts-code-not-zero': [CONTRACTS_END, 'ok', '200'],
  'contracts-msg-as-number': [contracts(matches(/"msg":0,/)), false, true],
  'contracts-msg-another-word': [contracts(matches(/"msg":"success"/)), true, false],
  'contracts-list-missing': [contracts(matches(/"data":\{"contracts":\[/)), true, false],
  'contracts-data-is-the-list': [contracts(matches(/"data":\[\{.*\]\}$/)), false, true],
  'contracts-first-field-missing': [contracts(matches(/"ticker_id"/)), true, false],
  'contracts-field-missing': [contracts(matches(/"funding_rate"/)), true, false],
  'contracts-decimal-as-number': [contracts(matches(/"last_price":\d+\.\d+,/)), false, true],
  'contracts-timestamp-as-text': [contracts(matches(/"timestamp":"\d{13}"/)), false, true],
  'missing-field-accepted': [bodyEnd('order', withoutVolume), '-1102', 'ok'],
  'wrong-type-accepted': [bodyEnd('order', { ...ORDER, volume: '1' }), '-1102', 'ok'],
  'unknown-value-accepted': [bodyEnd('order', { ...ORDER, side: 'HOLD' }), '-1102', 'ok'],
};
