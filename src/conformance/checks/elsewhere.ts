import { asNone, type Broken, type Context, onContract } from '../findings/check.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { declaredFields, type Operation } from '../model/operations.js';
import type { AnyInput } from '../call/input.js';
import { cancelQuietly, otherContracts, tryPlace } from '../orders/orders.js';
import { validInput } from '../orders/valid-inputs.js';

const CONTRACTS = 3;

/**
 * The call on other contracts: a refusal may be a rule of theirs, and a target that breaks is not. Undefined where it breaks on
 * none of them; of throw-away targets only.
 */
export async function complaintElsewhere(context: Context, operation: Operation): Promise<Broken | undefined> {
  const { operationId } = operation;
  const isOnContract = declaredFields(operation).some(({ name }) => name === 'contractName');
  if (context.mode !== 'sandbox' || !isOnContract) return undefined;
  for (const contract of (await otherContracts(context)).slice(0, CONTRACTS)) {
    const input = await inputOn(context, operation, contract);
    if (input === undefined) continue;
    const send = () => context.callWith(operationId, input);
    const reading = await send();
    if (operationId === 'createOrder') await cancelQuietly(context, reading, contract);
    if (!isTargetFault(reading)) continue;
    const complaint = await complaintAbout(context, `${operationId} on ${contract}`, reading, send);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** Input that is right for another contract; undefined where none can be made. */
async function inputOn(context: Context, { operationId }: Operation, contract: string): Promise<AnyInput | undefined> {
  if (operationId === 'cancelOrder') {
    const [order] = await tryPlace(context, contract);
    return order && { contractName: contract, orderId: order.orderId };
  }
  const input = await validInput(onContract(context, contract), operationId).catch(asNone);
  return input && { ...input, contractName: contract };
}
