import { useMemo, useState } from 'preact/hooks';
import { type OperationId, operations } from '../../../../generated/operations.js';
import type { IslandProps } from '../mount.js';
import { Button } from '../parts/field.js';
import { AccountView } from './account-view.js';
import { CallForm } from './call-form.js';
import { CallLogView } from './call-log-view.js';
import { FirstOrder } from './first-order.js';
import { type LastOrder, remember, suggestInput, toJson } from './memory.js';
import { Prices } from './prices.js';
import { tellCall } from './told.js';
import { createTrial, type Made, type Wish } from './trial.js';

const KEPT = 20;

/** An exchange of the reader's own: signed calls are verified, and all are executed in this page. */
export function TryIt({ id, operation }: IslandProps) {
  const [round, setRound] = useState(0);
  return (
    <>
      <Round key={round} id={id} operation={operation} />
      {/* Out here it stays what it is, and keeps the focus. */}
      <Button label="Begin with a new exchange" onPress={() => setRound(round + 1)} />{' '}
      <span role="status">{round > 0 && `Exchange ${round + 1}: nothing has happened there yet.`}</span>
    </>
  );
}

/** One exchange, until it is reset. */
function Round({ id, operation }: IslandProps) {
  const trial = useMemo(() => createTrial(), []);
  const [wish, setWish] = useState<Wish>(() => wishFor(toOperationId(operation), undefined));
  const [made, setMade] = useState<readonly Made[]>([]);
  const [last, setLast] = useState<LastOrder>();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState({ text: '', isGood: true });
  const [state, setState] = useState(trial.sandbox.state);

  function wishFor(operationId: OperationId, order: LastOrder | undefined): Wish {
    return { operationId, input: toJson(suggestInput(operationId, order, trial.sandbox.state)) };
  }

  async function send(asked: Wish): Promise<void> {
    // The button stays enabled: one that is disabled loses the focus.
    if (isBusy) return;
    setBusy(true);
    // One call is struck, and one signature broken: what follows is as it ought to be.
    setWish({ operationId: asked.operationId, input: asked.input });
    try {
      const call = await trial.call(asked);
      setMade((before) => [call, ...before].slice(0, KEPT));
      setLast((before) => remember(before, call));
      setSaid({ text: tellCall(call), isGood: call.end.ok });
    } catch (error) {
      // An error of the client is in the log.
      if (!(error instanceof SyntaxError)) throw error;
      setSaid({ text: `The input is not JSON, so nothing was sent: ${error.message}`, isGood: false });
    } finally {
      setState(trial.sandbox.state);
      setBusy(false);
    }
  }

  return (
    <>
      <p>
        This exchange runs in your browser. It verifies signatures and keeps state; money, key and secret are made up,
        and nothing leaves the page.
      </p>
      <FirstOrder
        last={last}
        number={made.length + 1}
        onSend={(step) => void send({ ...wish, ...step })}
        onTooEarly={(text) => setSaid({ text, isGood: false })}
      />
      <CallForm
        id={id}
        wish={wish}
        onChoose={(operationId) => setWish({ ...wishFor(operationId, last), fault: wish.fault })}
        onChange={(changed) => setWish({ ...wish, ...changed })}
        onSend={(how) => void send({ ...wish, ...how })}
      />
      <p id={`${id}-said`} role="status" class={`verdict ${said.isGood ? 'good' : 'bad'}`}>
        {isBusy ? 'Sent, waiting for the response.' : said.text}
      </p>
      <CallLogView made={made} />
      <AccountView state={state} />
      <Prices
        id={id}
        prices={state.prices}
        onMove={(contract, price) => {
          trial.sandbox.setPrice(contract, price);
          setState(trial.sandbox.state);
        }}
      />
    </>
  );
}

const toOperationId = (name: string | undefined): OperationId =>
  name !== undefined && Object.hasOwn(operations, name) ? (name as OperationId) : 'createOrder';
