import type { FieldName } from '../../../generated/description.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { asNone, type Broken, broken, type Context, decidedBy, shown } from '../findings/check.js';
import { longRestMs } from '../findings/patience.js';
import { clauses } from '../model/clauses.js';
import type { Operation, OperationId } from '../model/operations.js';
import type { Clause } from '../model/report-model.js';
import { clear, otherContracts, TRIED } from '../orders/orders.js';
import { close } from '../orders/trading.js';
import { validInput } from '../orders/valid-inputs.js';

/*
 *   a value ─► another one ─► the first again: which values there are is not shown, and one that was taken is one of them
 */

/** A position or an order may be the reason of a refusal. */
async function isFlat(context: Context, contract: string): Promise<boolean> {
  await clear(context, contract);
  for (const side of ['SELL', 'BUY'] as const) if ((await close(context, contract, side)) !== 'refused') return false;
  return true;
}

interface Setting {
  readonly name: FieldName;
  /** Another value that is likely to be taken. */
  readonly otherThan: (value: string) => string;
  readonly clause: Clause;
}

const MODE = { otherThan: (code: string) => (code === '2' ? '1' : '2'), clause: clauses.positionMode };
const SETTINGS: { readonly [Id in OperationId]?: Setting } = {
  changePositionMode: { name: 'positionModel', ...MODE },
  changeMarginMode: { name: 'marginModel', ...MODE },
  changeLeverage: { name: 'nowLevel', otherThan: (level) => String(Number(level) + 1), clause: clauses.settings },
};

interface Turns {
  send(time: number): Promise<Reading>;
  /** The value that was taken and then refused, and the one that was set in between. */
  stuck(): readonly [value: string, other: string] | undefined;
}

/** Sets two values by turns; the usual one where the other is not taken. Undefined for what is no such setting. */
export async function settingByTurns(context: Context, { operationId }: Operation): Promise<Turns | undefined> {
  const setting = SETTINGS[operationId];
  if (setting === undefined || context.mode !== 'sandbox') return undefined;
  const input: AnyInput = await validInput(context, operationId);
  const usual = String(input[setting.name]);
  const other = setting.otherThan(usual);
  const taken = new Set([usual]);
  let refused: string | undefined;
  const set = async (value: string): Promise<Reading> => {
    const reading = await context.callWith(operationId, { ...input, [setting.name]: value });
    if (reading.kind === 'accepted') taken.add(value);
    else if (reading.kind === 'refused' && taken.has(value)) refused = value;
    return reading;
  };
  return {
    async send(time) {
      const reading = time % 2 === 0 ? await set(other) : undefined;
      return reading === undefined || (reading.kind === 'refused' && !taken.has(other)) ? set(usual) : reading;
    },
    stuck: () => (refused === undefined ? undefined : refused === usual ? [usual, other] : [other, usual]),
  };
}

/**
 * A setting of a contract with nothing open is taken, and after another one refused, and still refused after a rest: no limit of calls
 * is as long. Undefined where this does not show.
 */
export async function noWayBack(
  context: Context,
  { operationId }: Operation,
  [value, other]: readonly [string, string],
): Promise<Broken | undefined> {
  const { name, clause } = SETTINGS[operationId]!;
  for (const contractName of [context.contract, ...(await otherContracts(context)).slice(0, TRIED)]) {
    const set = (given: string): Promise<Reading> => context.callWith(operationId, { contractName, [name]: given });
    if ((await isFlat(context, contractName).catch(asNone)) !== true) continue;
    if ((await set(value)).kind !== 'accepted' || (await set(other)).kind !== 'accepted') continue;
    if ((await set(value)).kind !== 'refused') return undefined;
    await context.pause(longRestMs(context));
    const refusal = await set(value);
    if (refusal.kind !== 'refused') return undefined;
    const problem = `${name} ${value} is taken, and after ${other} refused, with nothing open on ${contractName}: ${refusal.summary}`;
    return decidedBy(shown(broken(problem, undefined, clause)), refusal);
  }
  return undefined;
}
