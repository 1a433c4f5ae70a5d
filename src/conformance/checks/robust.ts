import { declaredOperations, declaredFields, type Operation, operations } from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  decidedBy,
  holds,
  notApplicable,
  seen,
} from '../findings/check.js';
import { clauses, fieldRow, fieldsOf, unknown } from '../model/clauses.js';
import { validInput } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { search, seedOf } from '../findings/property.js';
import { isAway } from '../findings/valid-call.js';
import { randomBodies } from './random-bodies.js';
import { basesOf } from './right-inputs.js';
import { leavesTraces } from './traces.js';
import { judgeTaken } from './unlike.js';
import { NARROWED, validInputs } from './random-inputs.js';
import {
  type InputBreak,
  breakable,
  broken as brokenInput,
  inWords,
  typesUnlike,
  wrongInputs,
} from './wrong-inputs.js';

const SEVERAL_RUNS = 3;
const VALID_RUNS = 5;
const SHRINKS = 30;
/** In a whole run of mode read, what is declared goes first; a check alone, as replay runs it, has no such bound. */
const KEPT_FOR_OTHERS = 9;
const BODIES = 20;

const about = (operation: Operation) => ({
  family: 'ROBUST' as const,
  effect: operation.effect,
  operations: [operation.operationId],
  signed: true,
  clause: fieldsOf(operation.operationId),
  control: `shape/${operation.operationId}/success`,
  // An order without price may be taken for one at any price.
  throwAway: operation.effect === 'money' || leavesTraces(operation),
  assumes: ['request.number-forms'] as const,
});

const shrinksIn = ({ callsLeft }: Context): number => Math.max(0, Math.min(SHRINKS, callsLeft - KEPT_FOR_OTHERS));

/** Every input that breaks the rule has to be refused. */
async function allRefused(
  context: Context,
  operation: Operation,
  rule: InputBreak['rule'],
  id: string,
): Promise<Finding> {
  const { operationId } = operation;
  const valid: AnyInput = await validInput(context, operationId);
  // A field that has allowed values need not be there to be given another one.
  const there = declaredFields(operation).filter(
    ({ name, enum: values }) =>
      name in valid || (context.mode === 'sandbox' && (rule === 'type' || (rule === 'value' && values !== undefined))),
  );
  // Elsewhere a wrong call must not be one that reaches more orders than were meant.
  const place = operation.input === 'query' ? 'query' : 'body';
  const fields = breakable(there, rule).filter(
    (field) =>
      rule !== 'type' ||
      (context.mode === 'sandbox' ? typesUnlike(field, place).length > 0 : field.name === 'contractName'),
  );
  if (fields.length === 0) return notApplicable('there is nothing to alter');
  const runs = context.mode === 'sandbox' ? SEVERAL_RUNS : 0;
  const all = wrongInputs(fields, rule, { runs, others: there, place });
  const bases = await basesOf(
    context,
    operation,
    all.map(({ name }) => name),
    fields.map(({ name }) => name),
    rule,
  );
  let whole: Finding = holds();
  let tried = 0;
  for (const { make, names } of bases) {
    let base: AnyInput | undefined;
    whole = await search({
      properties: all.filter(({ name }) => names.includes(name)),
      seed: context.seed,
      shrinks: shrinksIn(context),
      id,
      async test(breaks) {
        base ??= await make();
        const reading = await context.callWith(operationId, brokenInput(base, breaks));
        if (reading.kind === 'accepted') base = undefined;
        if (reading.kind === 'accepted' && operationId === 'cancelOrder') context.bait.spend();
        const finding = await judgeTaken(context, operationId, reading, {
          what: inWords(breaks),
          right: async () => context.callWith(operationId, (base = await make())),
        });
        const wrong = fields.find(({ name }) => name === breaks[0]?.field);
        return finding.outcome === 'broken' && wrong ? { ...finding, clause: fieldRow(operationId, wrong) } : finding;
      },
    });
    if (whole.outcome !== 'holds') return whole;
    tried += (whole.observed as { readonly tried: number }).tried;
  }
  return holds({ tried, seed: context.seed });
}

const refusing = (operation: Operation, rule: InputBreak['rule'], name: string, title: string): Check => {
  const id = `robust/${operation.operationId}/${name}`;
  return {
    ...about(operation),
    id,
    title: `${operation.operationId} refuses ${title}`,
    clause: fieldsOf(operation.operationId, breakable(declaredFields(operation), rule)),
    run: (context) => allRefused(context, operation, rule, id),
  };
};

const inBody = declaredOperations.filter(({ input }) => input === 'body');

/** In a query all is text: of another type is what is not a number. */
const inQuery = declaredOperations.filter(
  (operation) => operation.input === 'query' && declaredFields(operation).some(({ wire }) => wire === 'number'),
);

const wrong: readonly Check[] = [
  ...inBody
    .filter((operation) => breakable(declaredFields(operation), 'missing').length > 0)
    .map((operation) =>
      refusing(operation, 'missing', 'missing-required-field-refused', 'input without a required field'),
    ),
  ...inBody.map((operation) =>
    refusing(operation, 'type', 'wrong-type-refused', 'a value of another type than the declared one'),
  ),
  ...inQuery.map((operation) => ({
    ...refusing(operation, 'type', 'wrong-type-refused', 'a value of another type than the declared one'),
    // Where calls are few, what the body of a read may be is tried first.
    throwAway: true,
    effect: 'reversible' as const,
  })),
  ...inBody
    .filter((operation) => breakable(declaredFields(operation), 'value').length > 0)
    .map((operation) =>
      refusing(operation, 'value', 'unknown-value-refused', 'a value that is not among those allowed'),
    ),
];

/** A success, a refusal of any form, or JSON that says something else: what must not come is a page or half an answer. */
export function judgeAnswer(reading: Reading): Finding {
  const { kind, json, summary } = reading;
  if (kind === 'accepted' || kind === 'refused') return holds();
  return kind === 'unclear' && json === undefined && !isAway(reading)
    ? decidedBy(broken(`a valid call got ${summary}`), reading)
    : cannotTell(summary);
}

const answered: readonly Check[] = (Object.keys(NARROWED) as (keyof typeof NARROWED)[]).map((operationId) => {
  const id = `robust/${operationId}/valid-input-is-answered`;
  return {
    ...about(operations[operationId]),
    id,
    title: `${operationId} returns JSON for any valid limit, fromId and contractName, or refuses`,
    clause: clauses.json,
    run: (context) =>
      search({
        properties: [
          {
            name: 'valid',
            runs: context.mode === 'sandbox' ? VALID_RUNS : 1,
            cases: (fc) => validInputs(fc, operationId, context.contract),
          },
        ],
        seed: context.seed,
        id,
        test: async (input) => judgeAnswer(await context.call(operationId, input)),
      }),
  } satisfies Check;
});

/** Bodies by chance, the same for the same seed, on a read. */
const bodyOfAnyForm: Check = {
  ...about(operations.getOrderHistory),
  id: 'robust/getOrderHistory/any-body-is-answered',
  title: 'what getOrderHistory returns for bodies that make no sense',
  clause: unknown('errors.http-statuses'),
  throwAway: true,
  effect: 'reversible',
  async run(context) {
    const fc = await import('../findings/fast-check.js');
    const shortest: Record<string, string> = {};
    for (const body of fc.sample(randomBodies(fc), {
      seed: seedOf(`${context.seed} ${bodyOfAnyForm.id}`),
      numRuns: BODIES,
    })) {
      const { kind, status } = await context.callWith('getOrderHistory', {}, { body });
      const key = `${kind} ${status ?? ''}`.trim();
      const before = shortest[key];
      // The shortest body that has this effect stands for all of them.
      if (before === undefined || body.length < before.length) shortest[key] = body.slice(0, 80);
    }
    return seen(shortest);
  },
};

export const robustChecks: readonly Check[] = [...wrong, ...answered, bodyOfAnyForm];
