import { OBSERVED_RULE, type SigningRule } from '../../../src/core/signing-rule.js';
import { type Alteration, buildCall } from '../../../src/conformance/call/build-call.js';
import type { AnyInput } from '../../../src/conformance/call/input.js';
import { type OperationId, operations } from '../../../src/conformance/model/operations.js';
import type { Prepared } from '../../../src/faulty-servers/index.js';
import type { HarRoundTrip } from '../../../src/recording/har-entry.js';

export const [BTC, ETH, SOL] = ['E-BTC-USDT', 'E-ETH-USDT', 'E-SOL-USDT'] as const;

/** Longer than a change may take to show. */
const SETTLED_MS = 6000;

/** No program trades by a price that is older. */
const PRICES_EVERY_MS = 20_000;

/** The clock of a round trip, which only moves when it is told to. */
export interface Clock {
  now(): number;
  advance(ms: number): void;
}

type Side = 'BUY' | 'SELL';

export interface OpenOrder {
  readonly contractName: string;
  readonly orderId: string;
}

/** Far from the market, on both sides of it: these rest. */
export const FAR: readonly (readonly [contract: string, side: Side, price: string])[] = [
  [BTC, 'BUY', '30000'],
  [ETH, 'SELL', '9000'],
  [BTC, 'SELL', '98000'],
  [SOL, 'BUY', '75'],
  [ETH, 'BUY', '1500'],
  [BTC, 'BUY', '30100'],
];

/** Calls a sandbox in this process and keeps what goes over the wire. */
export class Recorder {
  readonly exchanges: HarRoundTrip[] = [];
  readonly credentials: Prepared['sandbox']['credentials'];
  readonly sandbox: Prepared['sandbox'];
  readonly #rule: SigningRule;
  readonly #prefix: string;
  #names = 0;
  #pricesAtMs = 0;

  constructor(
    { sandbox }: Prepared,
    readonly clock: Clock,
    rule?: Partial<SigningRule>,
    prefix = '',
  ) {
    this.credentials = sandbox.credentials;
    this.sandbox = sandbox;
    this.#rule = { ...OBSERVED_RULE, ...rule };
    this.#prefix = prefix;
  }

  async call(operationId: OperationId, input: AnyInput = {}, alteration?: Alteration): Promise<string> {
    const { clock, credentials } = this;
    clock.advance(20);
    const signing = { credentials, rule: this.#rule, prefix: this.#prefix };
    const { method, target, headers, body } = buildCall(
      operations[operationId],
      input,
      signing,
      clock.now(),
      alteration,
    );
    const url = this.sandbox.url + this.#prefix + target;
    const sent = {
      startedAt: new Date(clock.now()).toISOString(),
      durationMs: 8,
      request: { method, url, headers, body },
    };
    clock.advance(8);
    try {
      const response = await this.sandbox.plainFetch(url, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      const length = ['content-length', String(Buffer.byteLength(text))] as const;
      this.exchanges.push({
        ...sent,
        response: { status: response.status, headers: [...response.headers, length], body: text },
      });
      return text;
    } catch (error) {
      this.exchanges.push({ ...sent, response: undefined, failure: String((error as Error).cause ?? error) });
      return '';
    }
  }

  async times(count: number, operationId: OperationId, input?: AnyInput): Promise<void> {
    for (let time = 0; time < count; time++) await this.call(operationId, input);
  }

  settle(): void {
    this.clock.advance(SETTLED_MS);
  }

  /** Reads the open orders of contracts, undefined: of all, and now and then the prices. */
  async list(contracts: readonly (string | undefined)[] = [BTC, undefined]): Promise<void> {
    if (this.clock.now() - this.#pricesAtMs > PRICES_EVERY_MS) {
      this.#pricesAtMs = this.clock.now();
      await this.call('getContracts');
    }
    for (const contractName of contracts)
      await this.call('getOpenOrders', contractName === undefined ? {} : { contractName });
  }

  order(contractName: string, side: Side, price: string): AnyInput {
    const clientOrderId = `bot-${(this.#names++).toString(36)}`;
    return { contractName, side, price, type: 'LIMIT', open: 'OPEN', positionType: '1', volume: '1', clientOrderId };
  }

  /** Places orders; those whose receipt shows an id. */
  async place(orders = FAR): Promise<readonly OpenOrder[]> {
    const placed: OpenOrder[] = [];
    for (const [contractName, side, price] of orders) {
      const receipt = await this.call('createOrder', this.order(contractName, side, price));
      const orderId = /"(?:orderId|id)":\s*"?(\d+)/.exec(receipt)?.[1];
      if (orderId !== undefined) placed.push({ contractName, orderId });
    }
    return placed;
  }
}
