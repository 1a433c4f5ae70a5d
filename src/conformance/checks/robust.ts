import { type Operation, operations } from '../../../generated/operations.js';
import { type Check, expectRefused, seen } from '../check.js';
import { fieldsOf, unknown } from '../clauses.js';
import { validInput } from '../inputs.js';
import type { Context } from '../check.js';
import type { Input } from '../call.js';
import type { Finding } from '../model.js';
import { randomBodies } from './random-bodies.js';
import { leavesTraces } from './shape.js';

const table = Object.values(operations);

const requiredOf = ({ fields }: Operation): readonly string[] =>
  fields
    .filter(({ required, effectWhenOmitted }) => required && effectWhenOmitted === undefined)
    .map(({ name }) => name);

/** Each altered input has to be refused; the first that is not decides. */
async function allRefused(
  context: Context,
  { operationId }: Operation,
  variants: (valid: Input) => readonly (readonly [what: string, input: Input])[],
): Promise<Finding> {
  let finding: Finding = { outcome: 'not-applicable', reason: 'there is nothing to alter' };
  for (const [what, input] of variants(await validInput(context, operationId))) {
    const reading = await context.call(operationId, input);
    if (reading.kind === 'accepted' && operationId === 'cancelOrder') context.bait.spend();
    finding = expectRefused(reading, what);
    if (finding.outcome !== 'holds') return finding;
  }
  return finding;
}

const without = (input: Input, name: string): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

const about = (operation: Operation) => ({
  family: 'ROBUST' as const,
  effect: operation.effect,
  operations: [operation.operationId],
  signed: true,
  clause: fieldsOf(operation.operationId),
  control: `shape/${operation.operationId}/success`,
  // An order without price may be taken for one at any price.
  throwAway: operation.effect === 'money' || leavesTraces(operation),
});

const inBody = table.filter(({ input }) => input === 'body');

const missing: readonly Check[] = inBody
  .filter((operation) => requiredOf(operation).length > 0)
  .map((operation) => ({
    ...about(operation),
    id: `robust/${operation.operationId}/missing-required-field-refused`,
    title: `${operation.operationId} refuses input without a required field`,
    run: (context) =>
      allRefused(context, operation, (input) =>
        requiredOf(operation).map((name) => [`a call without ${name}`, without(input, name)] as const),
      ),
  }));

/** Text for a number is an open question (unknown `request.number-forms`); a list is neither. */
const wrongType: readonly Check[] = inBody.map((operation) => ({
  ...about(operation),
  id: `robust/${operation.operationId}/wrong-type-refused`,
  title: `${operation.operationId} refuses a list where a single value is declared`,
  run: (context) =>
    allRefused(context, operation, (input) =>
      Object.keys(input)
        .filter((name) => context.mode === 'sandbox' || name === 'contractName')
        .map((name) => [`a list as ${name}`, { ...input, [name]: [input[name]] }] as const),
    ),
}));

/** A value that is none of those that the document allows, where it allows some. */
const unknownValue: readonly Check[] = inBody
  .filter(({ fields }) => fields.some((field) => field.enum !== undefined))
  .map((operation) => ({
    ...about(operation),
    id: `robust/${operation.operationId}/unknown-value-refused`,
    title: `${operation.operationId} refuses a value that is not among those allowed`,
    run: (context) =>
      allRefused(context, operation, (input) =>
        operation.fields
          .filter((field) => field.enum !== undefined && field.name in input)
          .map(({ name }) => [`NONSENSE as ${name}`, { ...input, [name]: 'NONSENSE' }] as const),
      ),
  }));

/** Bodies by chance, the same for the same seed, on a read. */
const anyBody: Check = {
  ...about(operations.getOrderHistory),
  id: 'robust/getOrderHistory/any-body-is-answered',
  title: 'what getOrderHistory answers to bodies that make no sense',
  clause: unknown('errors.http-statuses'),
  throwAway: true,
  effect: 'reversible',
  control: 'shape/getOrderHistory/success',
  async run(context) {
    const seenStatuses: Record<string, string> = {};
    for (const body of randomBodies(context.seed, 20)) {
      const { kind, status } = await context.call('getOrderHistory', {}, { body });
      const key = `${kind} ${status ?? ''}`.trim();
      const before = seenStatuses[key];
      // The shortest body that has this effect stands for all of them.
      if (before === undefined || body.length < before.length) seenStatuses[key] = body.slice(0, 80);
    }
    return seen(seenStatuses);
  },
};

export const robustChecks: readonly Check[] = [...missing, ...wrongType, ...unknownValue, anyBody];
