import { fingerprint, writeForgotten } from './forgotten.js';

/** An order of a journal file: the JSON of its intent, and of its last result. */
export interface OrderJson {
  readonly clientOrderId: string;
  readonly account: string;
  readonly intent: string;
  last: string | undefined;
}

/** More are not kept in memory, however large the file may be. */
export const MAX_ACCEPTED = 10_000;

/**
 * The accepted orders of a journal file, so that none is sent a second time: the last ones whole, and a fingerprint of each
 * older one.
 */
export class AcceptedOrders {
  readonly #orders = new Map<string, OrderJson>();
  readonly #forgotten = new Set<number>();
  readonly #maxLength: number;
  #length = 0;

  /** Keeps orders whole up to a length of their JSON. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  add(order: OrderJson): void {
    this.#drop(keyOf(order));
    this.#orders.set(keyOf(order), order);
    this.#length += lengthOf(order);
    while (this.#orders.size > MAX_ACCEPTED || this.#length > this.#maxLength) {
      const [key, { clientOrderId }] = this.#orders.entries().next().value!;
      this.#drop(key);
      this.forget(fingerprint(clientOrderId));
    }
  }

  #drop(key: string): void {
    const order = this.#orders.get(key);
    if (order === undefined) return;
    this.#length -= lengthOf(order);
    this.#orders.delete(key);
  }

  forget(print: number): void {
    this.#forgotten.add(print);
  }

  has(order: Pick<OrderJson, 'account' | 'clientOrderId'>): boolean {
    return this.#orders.has(keyOf(order)) || this.isForgotten(order.clientOrderId);
  }

  isForgotten(clientOrderId: string): boolean {
    return this.#forgotten.size > 0 && this.#forgotten.has(fingerprint(clientOrderId));
  }

  orders(): Iterable<OrderJson> {
    return this.#orders.values();
  }

  /** Lines that have to stay in the file when finished orders are dropped. */
  lines(): string[] {
    return [...writeForgotten(this.#forgotten), ...[...this.#orders.values()].flatMap(linesOf)];
  }

  /** About how long those are. */
  get length(): number {
    return this.#length + this.#forgotten.size * 8;
  }
}

const keyOf = ({ account, clientOrderId }: Pick<OrderJson, 'account' | 'clientOrderId'>): string =>
  `${account} ${clientOrderId}`;

export const lengthOf = ({ intent, last = '' }: OrderJson): number => intent.length + last.length;

export const linesOf = ({ intent, last }: OrderJson): string[] => [intent, ...(last === undefined ? [] : [last])];
