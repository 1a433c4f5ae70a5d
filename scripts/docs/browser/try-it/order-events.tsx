import { useEffect, useRef, useState } from 'preact/hooks';
import { FuturesError } from '../../../../src/core/errors.js';
import { Button } from '../parts/field.js';
import type { Trial } from './trial.js';
import { addDecimals } from '../../../../src/core/decimal-arithmetic.js';
import { readRecord } from '../../../../src/orders/match.js';
import type { OrderEvent } from '../../../../src/watch/order-event.js';

interface Props {
  readonly id: string;
  readonly watcher: Trial['watcher'];
  readonly contracts: readonly string[];
}

const KEPT = 20;

/** Reads cost nothing here, and none lags behind another. */
const PACE = { fastestMs: 250, slowestMs: 1000, settleMs: 0 };

/** Follows the orders of all contracts, and lists each change as it is seen. */
export function OrderEvents({ id, watcher, contracts }: Props) {
  const [isOn, setOn] = useState(false);
  const [started, setStarted] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<readonly SeenEvent[]>([]);
  const [failure, setFailure] = useState('');
  const tokens = useRef<Record<string, string>>({});

  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    for (const contractName of contracts) void follow(contractName, controller.signal);
    return () => controller.abort();
  }, [isOn]);

  async function follow(contractName: string, signal: AbortSignal): Promise<void> {
    try {
      const since = tokens.current[contractName];
      for await (const event of watcher.watchOrders({ contractName, since, signal, ...PACE })) {
        tokens.current[contractName] = event.token;
        if (event.type === 'started') setStarted((before) => new Set(before).add(contractName));
        else
          setSeen((before) =>
            [{ number: (before[0]?.number ?? 0) + 1, contractName, event }, ...before].slice(0, KEPT),
          );
      }
    } catch (error) {
      if (!(error instanceof FuturesError)) throw error;
      setFailure(error.message);
      setOn(false);
    }
  }

  function press(): void {
    setFailure('');
    setOn(!isOn);
  }

  const isReady = started.size === contracts.length;
  const said = isOn ? (isReady ? `Watching ${contracts.join(', ')}.` : 'Reading the open orders.') : failure;
  return (
    <>
      <h3 id={`${id}-events`}>Order events</h3>
      <p>
        <code>client.watchOrders</code> lists every change of an order once. After a stop it goes on where it was left.
      </p>
      {/* One button with two names: it keeps the focus. */}
      <Button label={isOn ? 'Stop watching' : 'Start watching'} onPress={press} />{' '}
      <span role="status">{said || (isReady && 'Stopped. A new start goes on after the last event.')}</span>
      <div role="log" aria-labelledby={`${id}-events`}>
        {seen.length > 0 && (
          <ol class="events" reversed>
            {seen.map((one) => (
              <EventLine key={one.number} {...one} />
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

interface SeenEvent {
  readonly number: number;
  readonly contractName: string;
  readonly event: OrderEvent;
}

function EventLine({ contractName, event }: SeenEvent) {
  const { type, evidence, orderId, clientOrderId } = { orderId: undefined, clientOrderId: undefined, ...event };
  const reads = evidence.map(({ operation, reason }) => `${operation} (${reason})`).join(', ');
  return (
    <li>
      <strong>{type}</strong> {contractName} {'message' in event ? event.message : amountOf(event)}
      <p class="hint">
        {orderId && `Order ${orderId}${clientOrderId === undefined ? '' : `, ${clientOrderId}`}. `}
        Evidence: {reads || 'the reads of its previous event'}.
      </p>
    </li>
  );
}

/** Side, volume and price: of the fill if it is one, else of the order. */
function amountOf(event: OrderEvent): string {
  if (!('order' in event) || event.order === undefined) return '';
  const { side = '', type, ...order } = readRecord(event.order);
  const { qty = order.volume, price = order.price } = event.trade ?? {};
  return `${side} ${short(qty)} at ${type === 'MARKET' && event.trade === undefined ? 'market' : short(price)}`;
}

/** A decimal without the zeros at its end, of which the service writes up to 16. */
const short = (decimal = ''): string => addDecimals(decimal, '0') ?? decimal;
