import { createHmac } from 'node:crypto';
import { createFaultySandbox, type FaultySandboxOptions } from '../../src/faulty-servers/index.js';
import { type ContractRules, type Sandbox } from '../../src/sandbox/index.js';
import { DEFAULT_CONTRACTS } from '../../src/sandbox/exchange/markets/contracts.js';
import { limitBuy } from '../support/orders.js';

export const NOW_MS = 1_760_000_000_123;
export const ACCOUNT = { apiKey: 'Desk-Key', apiSecret: 'Desk-Secret' };
export const [BTC, ETH, DEEP] = ['E-BTC-USDT', 'E-ETH-USDT', 'E-DEEP-USDT'] as const;

/** A contract with a price for each of 1100 volumes: one order across it makes more trades than the largest page holds. */
const DEEP_CONTRACT: ContractRules = {
  ...DEFAULT_CONTRACTS[0]!,
  name: DEEP,
  id: 99,
  base: 'DEEP',
  price: '1000.00',
  multiplier: '0.0001',
  depth: { levels: 1100, stepTicks: 1, volume: '1' },
};
const contracts = [...DEFAULT_CONTRACTS, DEEP_CONTRACT];

export interface Sent {
  readonly method?: string;
  readonly target: string;
  readonly body?: string;
  readonly secret?: string;
  readonly timestamp?: string;
  /** The signed text, where it differs from the sent one. */
  readonly signed?: { readonly method?: string; readonly target?: string; readonly body?: string; timestamp?: string };
  /** Replaces headers; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface Arrived {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  /** `ok`, or the code of the refusal. */
  readonly end: string;
}

/** A sandbox and raw calls to it, signed by the test's own hand. */
export class RawDesk {
  readonly sandbox: Sandbox;

  constructor(options: FaultySandboxOptions) {
    this.sandbox = createFaultySandbox({ now: () => NOW_MS, accounts: [ACCOUNT], contracts, ...options });
  }

  async send({ target, body = '', method = body === '' ? 'GET' : 'POST', ...rest }: Sent): Promise<Arrived> {
    const timestamp = rest.timestamp ?? String(NOW_MS);
    const over = { timestamp, method, target, body, ...rest.signed };
    const text = over.timestamp + over.method + over.target + over.body;
    const all = {
      'X-CH-TS': timestamp,
      'X-CH-APIKEY': ACCOUNT.apiKey,
      'X-CH-SIGN': createHmac('sha256', rest.secret ?? ACCOUNT.apiSecret)
        .update(text)
        .digest('hex'),
      ...rest.headers,
    };
    const headers = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await this.sandbox.fetch(this.sandbox.url + target, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    });
    const answer = await response.text();
    const code = /^\{"code":"?(-?\d+)/.exec(answer)?.[1];
    const end = code === undefined || code === '0' ? 'ok' : code;
    return { status: response.status, type: response.headers.get('content-type'), text: answer, end };
  }

  post(path: string, values: Readonly<Record<string, unknown>>): Promise<Arrived> {
    return this.send({ method: 'POST', target: `/fapi/v1/${path}`, body: JSON.stringify(values) });
  }

  /** Places an order and returns its digits; by default one that rests. */
  async order(contractName: string, price: number, change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { text } = await this.post('order', { ...ORDER, contractName, price, ...change });
    return /"orderId":(\d+)/.exec(text)?.[1] ?? text;
  }

  /** Two orders of one contract and one of another: [first, second, third]. */
  async three(): Promise<readonly string[]> {
    return [await this.order(BTC, 60000), await this.order(BTC, 60001), await this.order(ETH, 2000)];
  }

  /** The open orders, as far as the exchange itself knows. */
  get open(): number {
    return this.sandbox.state.accounts[0]!.openOrders.length;
  }

  /** 1100 trades in one call. */
  async trades(): Promise<void> {
    await this.order(DEEP, 1100, { volume: 1100 });
  }
}

export const ORDER = { ...limitBuy, volume: 1, price: 60000 };
