import type { UnknownId } from '../../../../generated/description.js';
import { type Name, named, textOfName } from '../../../core/named.js';
import type { Reading } from '../../call/answer.js';
import { type OperationId, operations } from '../../model/operations.js';
import { type CheckRow, type Context, notRun, ofOperation, seen } from '../../findings/check.js';
import { unknown } from '../../model/clauses.js';
import { answerTo } from './forms.js';

/**
 * One look at what the service document leaves open: `observe`, a template with `id: title`, and the look. It never fails; the first
 * operation is the one whose success is the control. `calls` are those that no other check makes: in a whole run of mode `read` it
 * stays out when they are no longer there. `look` returns the value to store: small, and nothing of the account beyond the question.
 */
export const observe =
  (question: UnknownId, ids: OperationId | readonly OperationId[], calls: number | 'throw-away' = 0) =>
  (...name: Name) =>
  (look: (context: Context) => Promise<unknown>): CheckRow => ({
    ...named(textOfName(...name)),
    ...(calls === 'throw-away' && { throwAway: true }),
    operations: [ids].flat(),
    clause: unknown(question),
    control: `shape/${[ids].flat()[0]}/success`,
    async run(context) {
      if (typeof calls === 'number' && context.callsLeft < calls)
        notRun(`the call budget of mode read is spent: run it with ${context.optionName('checks')} and its address`);
      return seen(await look(context));
    },
  });

/** The same of the response to the call as described. */
export const observeResponse =
  (question: UnknownId, id: OperationId) =>
  (...name: Name) =>
  (read: (reading: Reading) => unknown): CheckRow => ({
    ...observe(question, id)(...name)(async (context) => read(await answerTo(context, id))),
    ...ofOperation(operations[id]),
    read,
  });
