import { Button } from '../parts/field.js';
import { type LastOrder, lookUpInput, toJson } from './memory.js';
import type { Wish } from './trial.js';

interface Props {
  readonly last: LastOrder | undefined;
  readonly number: number;
  readonly onSend: (step: Pick<Wish, 'operationId' | 'input'>) => void;
  readonly onTooEarly: (text: string) => void;
}

/** Far enough below the market to rest there until it is cancelled. */
const ORDER = {
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
  price: '60000.10',
  volume: 1,
};

export function FirstOrder({ last, number, onSend, onTooEarly }: Props) {
  function place(): void {
    onSend({ operationId: 'createOrder', input: toJson({ ...ORDER, clientOrderId: `mine-${number}` }) });
  }

  function lookUp(): void {
    if (last === undefined) onTooEarly('Place an order first.');
    else onSend({ operationId: 'getOrder', input: toJson(lookUpInput(last)) });
  }

  function cancel(): void {
    if (last === undefined) onTooEarly('Place an order first.');
    else if (last.orderId === undefined)
      onTooEarly('Its id is not known, because the response was lost: look it up first.');
    else onSend({ operationId: 'cancelOrder', input: toJson(lookUpInput(last)) });
  }

  return (
    <div class="row" role="group" aria-label="The life of an order, in three steps">
      <Button label="1. Place an order" onPress={place} />
      <Button label="2. Look it up" aria-disabled={last === undefined} onPress={lookUp} />
      <Button label="3. Cancel it" aria-disabled={last?.orderId === undefined} onPress={cancel} />
    </div>
  );
}
