import { createHmac } from 'node:crypto';
import { createFaultySandbox, type FaultySandboxOptions } from '../../src/faulty-servers/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { limitBuy } from '../support/orders.js';

export const NOW_MS = 1_760_000_000_123;
export const ACCOUNT = { apiKey: 'Desk-Key', apiSecret: 'Desk-Secret' };
export const [BTC, ETH] = ['E-BTC-USDT', 'E-ETH-USDT'] as const;

export interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly body?: string;
  readonly secret?: string;
  /** The signed text, where it differs from the sent one. */
  readonly signed?: { readonly method?: string; readonly target?: string; readonly body?: string; timestamp?: string };
}

export interface Arrived {
  readonly text: string;
  /** `ok`, or the code of the refusal. */
  readonly end: string;
}

/** The three headers, by the test's own hand. */
export function signed(
  { method, target, body = '', timestamp = String(NOW_MS) }: Required<Sent>['signed'],
  secret = ACCOUNT.apiSecret,
): Record<string, string> {
  const text = `${timestamp}${method}${target}${body}`;
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { 'X-CH-TS': timestamp, 'X-CH-APIKEY': ACCOUNT.apiKey, 'X-CH-SIGN': signature };
}

/** A sandbox and raw calls to it. */
export class RawDesk {
  private readonly sandbox: Sandbox;

  constructor(options: FaultySandboxOptions) {
    this.sandbox = createFaultySandbox({ now: () => NOW_MS, accounts: [ACCOUNT], ...options });
  }

  async send({ target, body = '', method = body === '' ? 'GET' : 'POST', ...rest }: Sent): Promise<Arrived> {
    const over = { timestamp: String(NOW_MS), method, target, body, ...rest.signed };
    const headers = { ...signed(over, rest.secret), 'X-CH-TS': String(NOW_MS) };
    const response = await this.sandbox.fetch(this.sandbox.url + target, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    });
    const answer = await response.text();
    const code = /^\{"code":"?(-?\d+)/.exec(answer)?.[1];
    const end = code === undefined || code === '0' ? 'ok' : code;
    return { text: answer, end };
  }

  /** Places two orders of one contract and one of another, which rest. */
  async three(): Promise<void> {
    for (const [contractName, price] of [
      [BTC, 60000],
      [BTC, 60001],
      [ETH, 2000],
    ])
      await this.send({ target: '/fapi/v1/order', body: JSON.stringify({ ...ORDER, contractName, price }) });
  }
}

export const ORDER = { ...limitBuy, volume: 1, price: 60000 };
