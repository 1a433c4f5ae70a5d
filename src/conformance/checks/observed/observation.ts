import type { UnknownId } from '../../../../generated/description.js';
import type { Reading } from '../../call/answer.js';
import { type OperationId, operations } from '../../model/operations.js';
import { type Check, type CheckRow, type Context, notRun, ofOperation, seen } from '../../findings/check.js';
import { unknown } from '../../model/clauses.js';
import { answerTo } from './forms.js';

/** One look at what the service document leaves open. It never fails. */
export interface Observation extends Pick<Check, 'id' | 'title' | 'throwAway'> {
  readonly question: UnknownId;
  /** The first is the one whose success is the control. */
  readonly operations: readonly [OperationId, ...OperationId[]];
  /** Calls that no other check makes: in a whole run of mode `read` it stays out when they are no longer there. */
  readonly calls?: number;
  /** Returns the value to store: small, and nothing of the account beyond the question. */
  look(context: Context): Promise<unknown>;
}

export function observation(about: Observation): CheckRow {
  const { question, calls = 0, look, ...row } = about;
  return {
    ...row,
    clause: unknown(question),
    control: `shape/${row.operations[0]}/success`,
    async run(context) {
      if (context.callsLeft < calls)
        notRun(`the call budget of mode read is spent: run it with ${context.optionName('checks')} and its address`);
      return seen(await look(context));
    },
  };
}

export function responseObservation(
  operationId: OperationId,
  about: Omit<Observation, 'operations' | 'look'>,
  read: (reading: Reading) => unknown,
): CheckRow {
  const operation = operations[operationId];
  const look = async (context: Context): Promise<unknown> => read(await answerTo(context, operation));
  return { ...observation({ ...about, ...ofOperation(operation), operations: [operationId], look }), read };
}
