import { createHmac } from 'node:crypto';
import { limitBuy } from '../support/orders.js';

export const NOW_MS = 1_760_000_000_123;
export const ACCOUNT = { apiKey: 'Desk-Key', apiSecret: 'Desk-Secret' };
export const [BTC, ETH] = ['E-BTC-USDT', 'E-ETH-USDT'] as const;

/** The parts that are signed, and the time in them. */
interface Signed {
  readonly method: string;
  readonly target: string;
  readonly body?: string;
  readonly timestamp?: string;
}

/** The three headers, by the test's own hand. */
export function signed({ method, target, body = '', timestamp = String(NOW_MS) }: Signed): Record<string, string> {
  const text = `${timestamp}${method}${target}${body}`;
  const signature = createHmac('sha256', ACCOUNT.apiSecret).update(text).digest('hex');
  return { 'X-CH-TS': timestamp, 'X-CH-APIKEY': ACCOUNT.apiKey, 'X-CH-SIGN': signature };
}

export const ORDER = { ...limitBuy, volume: 1, price: 60000 };
