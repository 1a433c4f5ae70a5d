import type { FieldName } from '../../../generated/description.js';
import { clauses, fieldRow } from '../model/clauses.js';
import type { Clause } from '../model/report-model.js';
import { broken, type Context, Found, shown } from '../findings/check.js';
import { judgeRefusal, type RightCall } from '../findings/right-call.js';
import { type DeclaredField, declaredFields, type OperationId, operations, wireOf } from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';

const NUMERIC = /^-?\d+(\.\d+)?$/;

/**
 * Tries a call that was refused with every value that is known once more with each numeric field in the other type, text for a
 * number or a number for text, with all of them, and with a timestamp in seconds where `refusal` is about that. A target that
 * takes one of these calls refuses what is declared.
 *
 * @throws {Found} Broken, by the row of the field or of the header, when one is taken.
 */
export async function assertTypes(
  context: Context,
  operationId: OperationId,
  input: AnyInput,
  refusal: Reading | undefined,
  onAccepted: (reading: Reading) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const given = new Map<string, unknown>(Object.entries(input));
  const numeric = declaredFields(operations[operationId]).filter(({ name }) => NUMERIC.test(String(given.get(name))));
  const numbers = numeric.filter(({ wire }) => wire === 'number');
  const forms = [...numeric.map((field) => [field]), ...(numbers.length > 1 ? [numbers] : [])].map((fields): Form => {
    const names = fields.map(({ name }) => name).join(', ');
    const [was, is] = fields[0]!.wire === 'number' ? ['a number', 'text'] : ['text', 'a number'];
    const send = () => context.callWith(operationId, input, { body: bodyWith(operationId, given, fields) });
    return {
      send,
      problem: `refuses ${names} as ${was}, and takes it as ${is}`,
      clause: fieldRow(operationId, fields[0]!),
    };
  });
  const inSeconds: Form = {
    send: () => context.callWith(operationId, input, { timestamp: String(Math.floor(context.now() / 1000)) }),
    problem: 'refuses X-CH-TS in milliseconds, and takes it in seconds',
    clause: clauses.timestamp,
  };
  // A service may lock an account for a wrong timestamp: only where it refuses the right one as such.
  const isOfTime = refusal !== undefined && /-1021|x-ch-ts|timestamp/i.test(refusal.sent.response?.body ?? '');
  for (const { send, problem, clause } of [...forms, ...(isOfTime ? [inSeconds] : [])]) {
    const reading = await send();
    if (reading.kind !== 'accepted') continue;
    await onAccepted(reading);
    // The other form is the control: what is refused now and then is not refused for its form.
    const declared: RightCall = {
      what: operationId,
      ask: () => context.callWith(operationId, input),
      async control() {
        const taken = await send();
        if (taken.kind === 'accepted') await onAccepted(taken);
        return taken;
      },
    };
    const finding = await judgeRefusal(context, reading, declared);
    if (finding === undefined) return;
    throw new Found(
      finding.outcome === 'broken' ? shown(broken(`${operationId} ${problem}`, undefined, clause)) : finding,
    );
  }
}

/** Another form of a call, and what it shows where it is taken. */
interface Form {
  readonly send: () => Promise<Reading>;
  readonly problem: string;
  readonly clause: Clause;
}

function bodyWith(
  operationId: OperationId,
  given: ReadonlyMap<string, unknown>,
  fields: readonly DeclaredField[],
): string {
  const members = [...given].map(([name, value]) => {
    const isNumber = wireOf(operations[operationId], name) === 'number';
    const isOther = fields.some((field) => field.name === name);
    return `${JSON.stringify(name)}:${isNumber === isOther ? JSON.stringify(String(value)) : String(value)}`;
  });
  return `{${members.join()}}`;
}

/** Names by which a field was documented once, or for which a copied handler looks. */
const OTHER_NAMES: { readonly [Id in OperationId]?: string } = {
  changeLeverage: 'newLever',
  changePositionMode: 'marginModel',
  changeMarginMode: 'positionModel',
};

/** Fails a target that refuses the declared name of a field, and takes its value under another one. */
export async function assertName(
  context: Context,
  operationId: OperationId,
  name: FieldName,
  refusal: Reading,
  ask: () => Promise<Reading>,
): Promise<void> {
  const other = OTHER_NAMES[operationId];
  const { body = '' } = refusal.sent.exchange.request;
  const as = (another: string): Promise<Reading> =>
    context.callWith(operationId, {}, { body: body.replace(`"${name}"`, `"${another}"`) });
  const control = () => as(String(other));
  if (other === undefined || (await control()).kind !== 'accepted') return;
  // One that takes any name misses none.
  if ((await as('unknown')).kind !== 'refused') return;
  const finding = await judgeRefusal(context, refusal, { what: operationId, ask, control });
  if (finding?.outcome !== 'broken') return;
  const field = declaredFields(operations[operationId]).find((one) => one.name === name)!;
  const problem = `${operationId} refuses ${name}, and takes its value as ${other}`;
  throw new Found(shown(broken(problem, undefined, fieldRow(operationId, field))));
}
