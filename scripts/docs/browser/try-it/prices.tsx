import { useState } from 'preact/hooks';
import { Button, Select, TextField } from '../parts/field.js';

interface Props {
  readonly id: string;
  readonly prices: Readonly<Record<string, string>>;
  /** @throws {Error} When the exchange takes no such price. */
  readonly onMove: (contract: string, price: string) => void;
}

/** Moves the market: orders fill, conditions trigger, positions are liquidated. */
export function Prices({ id, prices, onMove }: Props) {
  const [contract, setContract] = useState(Object.keys(prices)[0] ?? '');
  const [price, setPrice] = useState(prices[contract] ?? '');
  const [said, setSaid] = useState('');

  function move(): void {
    try {
      onMove(contract, price);
      setSaid(`${contract} is at ${price}.`);
    } catch (error) {
      setSaid((error as Error).message);
    }
  }

  return (
    <>
      <h3>The market</h3>
      <div class="row">
        <Select
          id={`${id}-contract`}
          label="Contract"
          value={contract}
          options={Object.keys(prices)}
          onText={(name) => {
            setContract(name);
            setPrice(prices[name] ?? '');
          }}
        />
        <TextField id={`${id}-price`} label="Price" value={price} onText={setPrice} />
        <Button label="Move the price" onPress={move} />
      </div>
      <p role="status">{said}</p>
    </>
  );
}
