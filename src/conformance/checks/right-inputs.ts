import { type Operation, type OperationId, operations } from '../model/operations.js';
import type { AnyInput } from '../call/input.js';
import { textOf } from '../call/answer.js';
import { type Context, onContract } from '../findings/check.js';
import { inputOf, orderForms } from '../orders/order-forms.js';
import { PAGE_FORMS, present } from '../orders/page-forms.js';
import { bait, otherContract } from '../orders/orders.js';
import { cross } from '../orders/trading.js';
import { pairwise } from '../orders/pairwise.js';
import { validInput } from '../orders/valid-inputs.js';
import { isSetting } from './side-effects.js';
import type { InputBreak } from './wrong-inputs.js';

/** A right input, and the properties that are tried on it. */
export interface Base {
  readonly make: () => Promise<AnyInput>;
  readonly names: readonly string[];
}

/**
 * The right inputs that are made wrong. A field may be asked for in one form of a call and not in another, so each one is left out
 * of forms that have each value; what else may be wrong is tried on these by turns.
 */
export async function basesOf(
  context: Context,
  { operationId }: Operation,
  names: readonly string[],
  fields: readonly string[],
  rule: InputBreak['rule'],
): Promise<readonly Base[]> {
  const plain: Base = { make: () => validInput(context, operationId), names };
  const isOfForms = rule !== 'type';
  const makers = await formMakers(context, operationId, isOfForms ? fields : [undefined]);
  if (makers.length === 0) return [plain];
  const turns = names.filter((name) => !isOfForms || !fields.includes(name));
  return [
    { ...plain, names: names.filter((name) => !turns.includes(name)) },
    ...makers.map(({ field, make }, at) => ({
      make,
      names: [...turns.filter((_, turn) => turn % makers.length === at), ...(field === undefined ? [] : [field])],
    })),
  ].filter((base) => base.names.length > 0);
}

/** The forms of other calls than an order. A condition order of each kind has to be complete. */
const FORMS: { readonly [Id in OperationId]?: Readonly<Record<string, readonly (string | undefined)[]>> } = {
  ...PAGE_FORMS,
  createConditionOrder: { side: ['BUY', 'SELL'], type: ['LIMIT', 'MARKET'], open: ['OPEN', 'CLOSE'] },
};
type Narrowings = (typeof FORMS)[OperationId];

/** Without its contract, an order that is named may be found by its id, and an empty id may cancel everything. */
async function narrowingsOf(context: Context, operationId: OperationId, isOfFields: boolean): Promise<Narrowings> {
  if (operationId === 'cancelOrder') return isOfFields ? { orderId: [undefined, ''] } : undefined;
  if (operationId === 'getOrder')
    return isOfFields ? { orderId: [undefined, (await bait(context)).orderId] } : undefined;
  const forms = FORMS[operationId];
  const isOfContracts = isOfFields && isSetting(operations[operationId]);
  if (operationId !== 'createConditionOrder' && !isOfContracts) return forms;
  const { contractName } = (await validInput(context, operationId)) as AnyInput;
  if (contractName === undefined) return forms;
  const other = contractName === context.contract ? await otherContract(context) : context.contract;
  return {
    ...forms,
    ...(isOfContracts && (await otherModeOf(context, operationId))),
    contractName: [undefined, other],
  };
}

/** The code of the other mode, where it is taken as well: which codes there are is not shown. */
async function otherModeOf(context: Context, operationId: OperationId): Promise<Narrowings> {
  const code = { changePositionMode: 'positionModel', changeMarginMode: 'marginModel' }[operationId as string];
  if (code === undefined) return undefined;
  const input: AnyInput = await validInput(context, operationId);
  const other = String(input[code as 'marginModel']) === '1' ? '2' : '1';
  if ((await context.callWith(operationId, { ...input, [code]: other })).kind !== 'accepted') return undefined;
  await context.callWith(operationId, input);
  return { [code]: [undefined, other] };
}

type FormMaker = { readonly field: string | undefined; readonly make: () => Promise<AnyInput> };

async function formMakers(
  context: Context,
  operationId: OperationId,
  fields: readonly (string | undefined)[],
): Promise<readonly FormMaker[]> {
  if (context.mode !== 'sandbox') return [];
  const isOfFields = fields[0] !== undefined;
  if (operationId === 'createOrder') {
    if (isOfFields) await cross(context, { side: 'BUY', open: 'OPEN' });
    const forms = await orderForms<{ readonly field: string | undefined }>(
      context,
      isOfFields ? 'any' : 'opening',
      { field: fields },
      // Many services ask for no price where none is waited for.
      ({ field, type }) => field !== 'price' || type !== 'MARKET',
    );
    return forms.map((form) => ({ field: form.field, make: () => inputOf(context, form) }));
  }
  const narrowings = await narrowingsOf(context, operationId, isOfFields);
  if (narrowings === undefined) return [];
  const forms = pairwise<AnyInput & { readonly field: string | undefined }>(
    { field: fields, ...narrowings },
    context.seed,
    // A call without its contract is the same for all of them.
    ({ field, contractName }) => field !== 'contractName' || contractName === undefined,
  );
  return forms.map(({ field, ...narrowing }) => ({
    field,
    async make() {
      const there = onContract(context, textOf(narrowing.contractName) ?? context.contract);
      return { ...(await validInput(there, operationId)), ...present(narrowing) };
    },
  }));
}
