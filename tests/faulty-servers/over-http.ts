import { request } from 'node:http';
import { BTC, NOW_MS, ORDER, signed } from './signed-call.js';

export interface HttpAnswer {
  readonly status: number;
  /** Names and values as they were written, in turn. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

/** One raw request; header names go out as they are given. */
export function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          rawHeaders: incoming.rawHeaders,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The responses of a server to calls that touch everything a twin may do its own way. */
export async function transcript(url: string): Promise<readonly string[]> {
  const answers: HttpAnswer[] = [];
  const call = async (
    method: string,
    target: string,
    body = '',
    more: Record<string, string> = {},
  ): Promise<Buffer> => {
    const headers = { 'Accept-Encoding': 'gzip', ...signed({ method, target, body }), ...more };
    const answer = await ask(url + target, method, headers, body);
    answers.push(answer);
    return answer.bytes;
  };
  const post = (path: string, values: object): Promise<Buffer> =>
    call('POST', `/fapi/v1/${path}`, JSON.stringify(values));
  await call('GET', '/fapi/v1/time');
  await call('GET', '/pub/contracts');
  await call('GET', '/fapi/v1/openOrders');
  await call('GET', '/fapi/v1/openOrders', '', { 'X-CH-SIGN': 'wrong' });
  await call(
    'GET',
    '/fapi/v1/openOrders',
    '',
    signed({ method: 'GET', target: '/fapi/v1/openOrders', timestamp: String(NOW_MS - 30_000) }),
  );
  await post('order', { ...ORDER, price: 66000, volume: 600 });
  await post('conditionOrder', { ...ORDER, triggerType: '3', triggerPrice: '70000', price: 70010 });
  await call('GET', `/fapi/v1/order?contractName=${BTC}`);
  await call('GET', `/fapi/v1/order?contractName=${BTC}`, '', { 'X-CH-SIGN': 'wrong' });
  await call('GET', '/fapi/v1/myTrades?limit=1001');
  const trades = await call('GET', '/fapi/v1/myTrades', '', { 'Accept-Encoding': 'identity' });
  const second = /"tradeId":"?(\d+).*?"tradeId":"?(\d+)/s.exec(trades.toString())?.[2];
  await call('GET', `/fapi/v1/myTrades?fromId=${second ?? ''}`);
  await post('cancel', { contractName: BTC });
  return answers.map(
    ({ status, rawHeaders, bytes }) => `${status} ${rawHeaders.join(' ')}\n${bytes.toString('latin1')}`,
  );
}
