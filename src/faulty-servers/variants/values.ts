import type { Patch } from '../../sandbox/stages.js';
import { acting } from '../mutations/mutation.js';
import { lastOf } from './limits.js';
import { recoded, REFUSED, type Variant } from './variant.js';

const ZERO_AND_ONE = { '0': '1', '1': '2' };

const TRIGGERS = { STOP_LOSS: '1', TAKE_PROFIT: '2', UP: '3', DOWN: '4' };

/** Refuses to set what is set already. */
const onlyChanges = (field: 'positionModel' | 'marginModel'): Patch => {
  const operationId = field === 'positionModel' ? 'changePositionMode' : 'changeMarginMode';
  return () => {
    const current = new Map<string, string>();
    return {
      act(call, run) {
        if (call.operationId !== operationId) return run(call);
        const { contractName = '', [field]: code = '' } = call.input;
        if ((current.get(contractName) ?? '1') === code) return REFUSED('It is set already.');
        const reply = run(call);
        if (reply.ok) current.set(contractName, code);
        return reply;
      },
    };
  };
};

export const VALUE_VARIANTS: readonly Variant[] = [
  {
    id: 'position-types-zero-and-two',
    title: 'positionType is 0 or 2',
    answers: ['codes.position-type'],
    patch: recoded('createOrder', 'positionType', { '0': '1', '2': '2' }),
  },
  {
    id: 'position-modes-zero-and-one',
    title: 'positionModel is 0 or 1',
    answers: ['codes.position-model'],
    patch: recoded('changePositionMode', 'positionModel', ZERO_AND_ONE),
  },
  {
    id: 'position-modes-other-way-round',
    title: 'positionModel 1 is two-way, 2 is net',
    answers: ['codes.position-model'],
    patch: recoded('changePositionMode', 'positionModel', { '1': '2', '2': '1' }),
  },
  {
    id: 'position-modes-far-away',
    title: 'positionModel is 10 or 20',
    answers: ['codes.position-model'],
    patch: recoded('changePositionMode', 'positionModel', { '10': '1', '20': '2' }),
  },
  {
    id: 'position-mode-only-changes',
    title: 'A position mode that is set already is refused',
    answers: [],
    patch: onlyChanges('positionModel'),
  },
  {
    id: 'margin-modes-zero-and-one',
    title: 'marginModel is 0 or 1',
    answers: ['codes.margin-model'],
    patch: recoded('changeMarginMode', 'marginModel', ZERO_AND_ONE),
  },
  {
    id: 'margin-modes-far-away',
    title: 'marginModel is 10 or 20',
    answers: ['codes.margin-model'],
    patch: recoded('changeMarginMode', 'marginModel', { '10': '1', '20': '2' }),
  },
  {
    id: 'margin-mode-only-changes',
    title: 'A margin mode that is set already is refused',
    answers: [],
    patch: onlyChanges('marginModel'),
  },
  {
    id: 'margin-mode-not-while-orders-are-open',
    title: 'A margin mode is not changed while orders of any contract are open',
    answers: ['leverage.bounds'],
    patch: acting('changeMarginMode', (call, run) => {
      const open = run({ ...call, operationId: 'getOpenOrders', input: {} });
      return open.ok && (open.result as readonly unknown[]).length > 0 ? REFUSED('Orders are open.') : run(call);
    }),
  },
  {
    id: 'trigger-types-in-words',
    title: 'triggerType is a word',
    answers: ['request.trigger-type'],
    patch: recoded('createConditionOrder', 'triggerType', TRIGGERS),
  },
  {
    id: 'trigger-types-in-words-of-its-own',
    title: 'triggerType is a word that is known nowhere else',
    answers: ['request.trigger-type'],
    patch: recoded('createConditionOrder', 'triggerType', { above_last_price: '3' }),
  },
  {
    id: 'condition-orders-are-market-orders',
    title: 'A condition order has the type MARKET',
    answers: ['request.condition-values'],
    patch: acting('createConditionOrder', (call, run) =>
      call.input.type === 'MARKET' ? run(call) : REFUSED('type has to be MARKET'),
    ),
  },
  {
    id: 'condition-orders-without-client-id',
    title: 'A condition order takes no clientOrderId',
    answers: ['request.condition-client-order-id'],
    patch: acting('createConditionOrder', (call, run) =>
      call.input.clientOrderId === undefined ? run(call) : REFUSED('clientOrderId is not known'),
    ),
  },
  {
    id: 'amount-takes-away',
    title: 'A positive amount takes margin out of a position',
    answers: ['margin.amount-sign'],
    patch: acting('adjustPositionMargin', (call, run) => {
      const { amount = '' } = call.input;
      return run({
        ...call,
        input: { ...call.input, amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
      });
    }),
  },
  {
    id: 'leverage-up-to-three',
    title: 'Leverage is at most 3',
    answers: ['leverage.bounds'],
    patch: acting('changeLeverage', (call, run) =>
      Number(call.input.nowLevel) > 3 ? REFUSED('At most 3.') : run(call),
    ),
  },
  {
    id: 'minimum-volume-of-ten',
    title: 'An order has a volume of at least 10',
    answers: ['request.volume-unit'],
    patch: acting('createOrder', (call, run) => (Number(call.input.volume) < 10 ? REFUSED('At least 10.') : run(call))),
  },
  {
    id: 'no-short-selling',
    title: 'An order to sell closes a position, and opens none',
    answers: [],
    patch: acting('createOrder', (call, run) =>
      call.input.side === 'SELL' && call.input.open === 'OPEN' ? REFUSED('There is no short selling.') : run(call),
    ),
  },
  {
    id: 'three-open-orders-at-most',
    title: 'An account has at most three open orders',
    answers: [],
    patch: acting('createOrder', (call, run) => {
      const open = run({ ...call, operationId: 'getOpenOrders', input: {} });
      return open.ok && (open.result as readonly unknown[]).length >= 3 ? REFUSED('Too many open orders.') : run(call);
    }),
  },
  {
    id: 'price-band-of-fifteen-percent',
    title: 'A price is within 15 % of the last one',
    answers: ['request.volume-unit'],
    patch: () => {
      const within = (price: number, last: number): boolean => Math.abs(price / last - 1) <= 0.15;
      return {
        act: (call, run) =>
          call.operationId !== 'createOrder' ||
          call.input.type === 'MARKET' ||
          within(Number(call.input.price), lastOf(call))
            ? run(call)
            : REFUSED('The price is outside the band.'),
      };
    },
  },
  {
    id: 'minimum-volume-and-price-band',
    title: 'A minimum volume and a price band at once',
    answers: ['request.volume-unit'],
    patch: acting('createOrder', (call, run) =>
      Number(call.input.volume) >= 10 && Number(call.input.price) >= 0.9 * lastOf(call)
        ? run(call)
        : REFUSED('Volume or price is too small.'),
    ),
  },
  {
    id: 'no-order-is-small-enough',
    title: 'The account may place no order of any size that is tried',
    answers: ['request.volume-unit'],
    patch: acting('createOrder', () => REFUSED('The balance is too small.')),
  },
  {
    id: 'client-ids-of-letters-and-digits',
    title: 'A clientOrderId is of letters and digits',
    answers: ['request.client-order-id'],
    patch: acting('createOrder', (call, run) =>
      /^[a-z0-9]*$/i.test(call.input.clientOrderId ?? '') ? run(call) : REFUSED('clientOrderId has other characters.'),
    ),
  },
  {
    id: 'client-ids-once',
    title: 'A clientOrderId is taken once',
    answers: ['request.client-order-id'],
    patch: () => {
      const known = new Set<string>();
      return {
        act(call, run) {
          const { clientOrderId } = call.input;
          if (call.operationId !== 'createOrder' || clientOrderId === undefined) return run(call);
          if (known.has(clientOrderId)) return REFUSED('clientOrderId is not new.');
          known.add(clientOrderId);
          return run(call);
        },
      };
    },
  },
  {
    id: 'market-orders-near-the-price',
    title: 'The price of a market order has to be near the last one',
    answers: ['request.price-market'],
    patch: acting('createOrder', (call, run) =>
      call.input.type === 'MARKET' && Number(call.input.price) < 0.9 * lastOf(call)
        ? REFUSED('The price is outside the band.')
        : run(call),
    ),
  },
];
