import type { Patch } from '../../sandbox/stages.js';
import { acting, asking } from '../mutations/mutation.js';
import { lastOf } from './limits.js';
import { countOpen, declining, recoded, REFUSED, type Variant, variant } from './variant.js';

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
  variant`position-types-zero-and-two: positionType is 0 or 2`(
    recoded('createOrder', 'positionType', { '0': '1', '2': '2' }),
    'codes.position-type',
  ),
  variant`position-modes-zero-and-one: positionModel is 0 or 1`(
    recoded('changePositionMode', 'positionModel', ZERO_AND_ONE),
    'codes.position-model',
  ),
  variant`position-modes-other-way-round: positionModel 1 is two-way, 2 is net`(
    recoded('changePositionMode', 'positionModel', { '1': '2', '2': '1' }),
    'codes.position-model',
  ),
  variant`position-modes-far-away: positionModel is 10 or 20`(
    recoded('changePositionMode', 'positionModel', { '10': '1', '20': '2' }),
    'codes.position-model',
  ),
  variant`position-mode-only-changes: A position mode that is set already is refused`(onlyChanges('positionModel')),
  variant`position-mode-of-the-account: The position mode that is set for one contract is that of all`((...given) => {
    const contracts = new Set<string>();
    return acting('changePositionMode', (call, run) => {
      for (const contractName of contracts) run({ ...call, input: { ...call.input, contractName } });
      contracts.add(call.input.contractName ?? '');
      return run(call);
    })(...given);
  }),
  variant`settings-change-once-an-hour: A setting of a contract is changed to another value once an hour`(
    (_reference, _secretOf, now) => {
      const changes = new Map<string, { readonly value: string; readonly atMs: number }>();
      return {
        act(call, run) {
          const { contractName, positionModel, marginModel, nowLevel } = call.input;
          const [value, setting] = [positionModel ?? marginModel ?? nowLevel, `${call.operationId} ${contractName}`];
          const last = changes.get(setting);
          const isChange = last?.value !== value;
          if (value !== undefined && isChange && now() - (last?.atMs ?? 0) < 3_600_000) return REFUSED('Too soon.');
          const reply = run(call);
          if (value !== undefined && isChange && reply.ok) changes.set(setting, { value, atMs: now() });
          return reply;
        },
      };
    },
  ),
  variant`margin-modes-zero-and-one: marginModel is 0 or 1`(
    recoded('changeMarginMode', 'marginModel', ZERO_AND_ONE),
    'codes.margin-model',
  ),
  variant`margin-modes-far-away: marginModel is 10 or 20`(
    recoded('changeMarginMode', 'marginModel', { '10': '1', '20': '2' }),
    'codes.margin-model',
  ),
  variant`margin-mode-only-changes: A margin mode that is set already is refused`(onlyChanges('marginModel')),
  variant`margin-mode-not-while-orders-are-open: A margin mode is not changed while orders of any contract are open`(
    declining('changeMarginMode', (_, call, run) => (countOpen(call, run) > 0 ? 'Orders are open.' : undefined)),
    'leverage.bounds',
  ),
  variant`trigger-types-in-words: triggerType is a word`(
    recoded('createConditionOrder', 'triggerType', TRIGGERS),
    'request.trigger-type',
  ),
  variant`trigger-types-in-words-of-its-own: triggerType is a word that is known nowhere else`(
    recoded('createConditionOrder', 'triggerType', { above_last_price: '3' }),
    'request.trigger-type',
  ),
  variant`condition-orders-are-market-orders: A condition order has the type MARKET`(
    declining('createConditionOrder', ({ type }) => (type === 'MARKET' ? undefined : 'type has to be MARKET')),
    'request.condition-values',
  ),
  variant`condition-orders-without-client-id: A condition order takes no clientOrderId`(
    declining('createConditionOrder', ({ clientOrderId }) => clientOrderId && 'clientOrderId is not known'),
    'request.condition-client-order-id',
  ),
  variant`amount-takes-away: A positive amount takes margin out of a position`(
    asking('adjustPositionMargin', ({ amount = '', ...input }) => ({
      ...input,
      amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
    })),
    'margin.amount-sign',
  ),
  variant`leverage-up-to-three: Leverage is at most 3`(
    declining('changeLeverage', ({ nowLevel }) => (Number(nowLevel) > 3 ? 'At most 3.' : undefined)),
    'leverage.bounds',
  ),
  variant`leverage-twenty-elsewhere: Leverage of other contracts than the first is 20, or refused`(
    declining('changeLeverage', ({ contractName, nowLevel }) =>
      contractName === 'E-BTC-USDT' || nowLevel === '20' ? undefined : 'Not that level.',
    ),
    'leverage.bounds',
  ),
  variant`condition-orders-of-some-contracts: A contract has no condition orders`(
    declining('createConditionOrder', ({ contractName }) =>
      contractName === 'E-ETH-USDT' ? 'None of this contract.' : undefined,
    ),
  ),
  variant`minimum-volume-of-ten: An order has a volume of at least 10`(
    declining('createOrder', ({ volume }) => (Number(volume) < 10 ? 'At least 10.' : undefined)),
    'request.volume-unit',
  ),
  variant`no-short-selling: An order to sell closes a position, and opens none`(
    declining('createOrder', ({ side, open }) =>
      side === 'SELL' && open === 'OPEN' ? 'There is no short selling.' : undefined,
    ),
  ),
  variant`two-open-orders-at-most: An account has at most two open orders`(
    declining('createOrder', (_, call, run) => (countOpen(call, run) >= 2 ? 'Too many open orders.' : undefined)),
  ),
  variant`three-open-orders-of-a-contract: A fourth open order of a contract is refused with the code of too many orders`(
    acting('createOrder', (call, run) =>
      countOpen(call, run, call.input) >= 3
        ? { ok: false, code: '-1015', message: 'Too many open orders.' }
        : run(call),
    ),
  ),
  variant`position-type-is-margin-mode: An order has the position type that is the margin mode of its contract`(() => {
    const modes = new Map<string | undefined, string | undefined>();
    return {
      act({ operationId, input, ...call }, run) {
        const { contractName, marginModel, positionType } = input;
        const isOrder = operationId === 'createOrder' || operationId === 'createConditionOrder';
        if (isOrder && positionType !== (modes.get(contractName) ?? '1')) return REFUSED('It is not the margin mode.');
        const reply = run({ operationId, input, ...call });
        if (operationId === 'changeMarginMode' && reply.ok) modes.set(contractName, marginModel);
        return reply;
      },
    };
  }),
  variant`three-open-orders-at-most: An account has at most three open orders`(
    declining('createOrder', (_, call, run) => (countOpen(call, run) >= 3 ? 'Too many open orders.' : undefined)),
  ),
  variant`price-band-of-fifteen-percent: A price is within 15 % of the last one`(
    declining('createOrder', ({ type, price }, call) =>
      type === 'MARKET' || Math.abs(Number(price) / lastOf(call) - 1) <= 0.15
        ? undefined
        : 'The price is outside the band.',
    ),
    'request.volume-unit',
  ),
  variant`minimum-volume-and-price-band: A minimum volume and a price band at once`(
    declining('createOrder', ({ volume, price }, call) =>
      Number(volume) >= 10 && Number(price) >= 0.9 * lastOf(call) ? undefined : 'Volume or price is too small.',
    ),
    'request.volume-unit',
  ),
  variant`no-order-is-small-enough: The account may place no order of any size that is tried`(
    declining('createOrder', () => 'The balance is too small.'),
    'request.volume-unit',
  ),
  variant`client-ids-of-letters-and-digits: A clientOrderId is of at most twenty letters and digits`(
    declining('createOrder', ({ clientOrderId = '' }) =>
      /^[a-z0-9]{0,20}$/i.test(clientOrderId) ? undefined : 'clientOrderId has other characters.',
    ),
    'request.client-order-id',
  ),
  variant`client-ids-of-digits: A clientOrderId is of digits`(
    declining('createOrder', ({ clientOrderId = '' }) =>
      /^\d*$/.test(clientOrderId) ? undefined : 'clientOrderId has other characters.',
    ),
    'request.client-order-id',
  ),
  variant`client-ids-once: A clientOrderId is taken once`((...given) => {
    const known = new Set<string>();
    return declining('createOrder', ({ clientOrderId: name }) =>
      name !== undefined && known.size === known.add(name).size ? 'clientOrderId is not new.' : undefined,
    )(...given);
  }, 'request.client-order-id'),
  variant`market-orders-near-the-price: The price of a market order has to be near the last one`(
    declining('createOrder', ({ type, price }, call) =>
      type === 'MARKET' && Number(price) < 0.9 * lastOf(call) ? 'The price is outside the band.' : undefined,
    ),
    'request.price-market',
  ),
];
