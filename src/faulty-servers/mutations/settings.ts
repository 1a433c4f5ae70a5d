import type { Reply } from '../../sandbox/exchange/exchange.js';
import { clauses, rowOf, fieldOf } from '../../conformance/model/clauses.js';
import { acting, breaking, dashed, type Mutation, rereading } from './mutation.js';
import { as, ofOneContract } from './own-calls.js';

const NO: Reply = { ok: false, code: '-2100', message: 'This setting is not available.' };

const onFirstContract = (body: string): string =>
  body.replace(/^\{(?!.*contractName)/, '{"contractName":"E-BTC-USDT",');

const switching = breaking(clauses.positionMode, 'rule/position-mode/switches');
const takingModes = breaking(clauses.positionMode, 'rule/margin-mode/switches');

export const SETTINGS: readonly Mutation[] = [
  switching`position-mode-not-applied: Change Position Mode reports success and changes nothing`(
    acting('changePositionMode', () => ({ ok: true, result: undefined })),
  ),
  switching`position-mode-toggles: Change Position Mode changes to the other mode, whichever is named`((...given) => {
    let count = 0;
    return acting('changePositionMode', (call, run) =>
      run({ ...call, input: { ...call.input, positionModel: count++ % 2 === 0 ? '2' : '1' } }),
    )(...given);
  }),
  switching`position-mode-of-two-contracts-alone: Change Position Mode changes the modes of two contracts, and of no other`(
    (...given) => {
      const contracts = new Set<string | undefined>();
      return acting('changePositionMode', (call, run) => {
        const { contractName } = call.input;
        if (contracts.size < 2) contracts.add(contractName);
        return contracts.has(contractName) ? run(call) : { ok: true, result: undefined };
      })(...given);
    },
  ),
  switching`position-mode-refused: Change Position Mode refuses the second mode`(
    acting('changePositionMode', (call, run) => (call.input['positionModel'] === '2' ? NO : run(call))),
  ),
  switching`margin-mode-sets-the-position-mode: Change Margin Mode sets the position mode as well`(
    acting('changeMarginMode', (call, run) => {
      const { marginModel: positionModel, ...input } = call.input;
      run(as(call, 'changePositionMode', { ...input, positionModel }));
      return run(call);
    }),
  ),
  ...(['changePositionMode', 'changeMarginMode'] as const).map((operationId): Mutation =>
    breaking(
      rowOf(operationId),
      `robust/${operationId}/missing-required-field-refused`,
    )`${dashed(operationId)}-without-contract: ${operationId} without contractName is for the first contract, unless there is a position`(
      rereading(operationId, ({ body }) => ({ body: onFirstContract(body) })),
    ),
  ),
  breaking(
    rowOf('changePositionMode'),
    'robust/changePositionMode/missing-required-field-refused',
  )`position-mode-two-without-contract: Change Position Mode takes mode 2 without contractName`(
    rereading('changePositionMode', ({ body }) =>
      body.includes('"positionModel":2') ? { body: onFirstContract(body) } : {},
    ),
  ),
  ...(['changeLeverage', 'createConditionOrder', 'getOrderHistory'] as const).map((operationId): Mutation =>
    breaking(
      rowOf(operationId),
      `shape/${operationId}/every-time`,
    )`${dashed(operationId)}-for-one-contract: ${operationId} refuses every contract but the first`(
      ofOneContract(operationId),
    ),
  ),
  ...(
    [
      ['changeLeverage', 'nowLevel', 'newLever'],
      ['changeMarginMode', 'marginModel', 'positionModel'],
    ] as const
  ).map(([operationId, name, other]) =>
    breaking(
      rowOf(operationId),
      `shape/${operationId}/success`,
    )`${dashed(operationId)}-reads-another-name: ${operationId} reads ${other} and not ${name}`(
      rereading(operationId, ({ body }) => ({
        body: body.replace(`"${name}"`, '"unknown"').replace(`"${other}"`, `"${name}"`),
      })),
    ),
  ),
  breaking(
    fieldOf('changePositionMode', 'positionModel'),
    'robust/changePositionMode/missing-required-field-refused',
  )`change-position-mode-without-mode: changePositionMode without positionModel sets the first one on the first contract`(
    rereading('changePositionMode', ({ body }) =>
      body.includes('"E-BTC-USDT"') && !body.includes('positionModel')
        ? { body: body.replace('{', '{"positionModel":1,') }
        : {},
    ),
  ),
  takingModes`margin-mode-refused: Change Margin Mode refuses the second mode`(
    acting('changeMarginMode', (call, run) => (call.input['marginModel'] === '2' ? NO : run(call))),
  ),
];
