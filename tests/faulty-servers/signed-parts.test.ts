import { expect, test } from 'vitest';
import { BTC, ETH, NOW_MS, ORDER, RawDesk, type Sent } from './raw-desk.js';

const PARTS = ['body', 'query', 'path', 'method', 'timestamp'] as const;

const OPEN = '/fapi/v1/openOrders';
const LEVER = '/fapi/v1/edit_lever';
const body = JSON.stringify({ contractName: BTC, nowLevel: 10 });
const lever = { target: LEVER, body } as const;

/** Requests with a signature that is right but for one part. */
const wrong: readonly (readonly [part: (typeof PARTS)[number], what: string, sent: Sent])[] = [
  ['body', 'no body', { ...lever, signed: { body: '' } }],
  ['body', 'an empty object', { ...lever, signed: { body: '{}' } }],
  ['body', 'another level', { ...lever, signed: { body: body.replace('10', '20') } }],
  ['body', 'another contract', { ...lever, signed: { body: body.replace(BTC, ETH) } }],
  [
    'body',
    'another price',
    {
      target: '/fapi/v1/order',
      body: JSON.stringify(ORDER),
      signed: { body: JSON.stringify({ ...ORDER, price: 60001 }) },
    },
  ],
  ['query', 'no query', { target: `${OPEN}?contractName=${BTC}`, signed: { target: OPEN } }],
  ['query', 'a query that is not sent', { target: OPEN, signed: { target: `${OPEN}?contractName=${BTC}` } }],
  [
    'query',
    'another contract',
    { target: `${OPEN}?contractName=${BTC}`, signed: { target: `${OPEN}?contractName=${ETH}` } },
  ],
  ['path', 'another operation', { ...lever, signed: { target: '/fapi/v1/cancel' } }],
  ['path', 'a path with one character changed', { ...lever, signed: { target: '/fapi/v2/edit_lever' } }],
  ['method', 'GET', { ...lever, signed: { method: 'GET' } }],
  ['method', 'DELETE', { target: OPEN, signed: { method: 'DELETE' } }],
  ['timestamp', 'a millisecond later', { ...lever, signed: { timestamp: String(NOW_MS + 1) } }],
  ['timestamp', 'a minute before', { ...lever, signed: { timestamp: String(NOW_MS - 60_000) } }],
];

test.each(wrong)(
  'a signature over another %s (%s) passes where that is not signed, and nowhere else',
  async (part, _, sent) => {
    const accepting: string[] = [];
    for (const candidate of PARTS) {
      const { end } = await new RawDesk({ mutation: `${candidate}-not-signed` }).send(sent);
      if (end === 'ok') accepting.push(candidate);
    }
    expect(accepting).toEqual([part]);
    expect((await new RawDesk({}).send(sent)).end).toBe('-1022');
  },
);

test('a part that was sent once is known: a signature over it passes later', async () => {
  const desk = new RawDesk({ mutation: 'body-not-signed' });
  const other = '{"contractName": "E-ORCA-USDT", "nowLevel": 3}';
  const replayed = { ...lever, signed: { body: other } };
  expect((await desk.send(replayed)).end).toBe('-1022');
  expect((await desk.send({ target: LEVER, body: other })).end).toBe('ok');
  expect((await desk.send(replayed)).end).toBe('ok');
});

test.each(PARTS)('where the %s is not signed, another secret is refused all the same', async (part) => {
  const desk = new RawDesk({ mutation: `${part}-not-signed` });
  expect((await desk.send({ ...lever, secret: 'Another-Secret' })).end).toBe('-1022');
});
