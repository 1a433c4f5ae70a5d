import {
  declaredOperations,
  declaredFields,
  leavesTraces,
  type Operation,
  type OperationId,
  operations,
} from '../model/operations.js';
import { lacksPath, type Reading } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import { type AnyInput, exampleOf, without } from '../call/input.js';
import { areAlike, type Sample, sampleOf } from '../call/refusal-shape.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  decidedBy,
  holds,
  needAccepted,
  needTold,
  notApplicable,
} from '../findings/check.js';
import { clauses, fieldRow, fieldsOf } from '../model/clauses.js';
import { sideBySide } from '../model/side-by-side.js';
import { callAndCancel } from '../orders/orders.js';
import { valid, validInput } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { type Random, search } from '../findings/property.js';
import { isAway } from '../findings/valid-call.js';
import { judgeWrongCall } from '../judges/wrong-calls.js';
import { HISTORY_OPERATIONS } from '../judges/history-page.js';
import { type Base, basesOf } from './right-inputs.js';
import { judgeShut } from './shut.js';
import { judgeTaken } from './unlike.js';
import { BIT_FLIPPED, refused, wrongCall } from './wrong-calls.js';
import {
  type InputBreak,
  type InputBreaks,
  breakable,
  broken as brokenInput,
  inWords,
  smallerBreaks,
  typesUnlike,
  wrongInputs,
} from './wrong-inputs.js';

const SEVERAL_RUNS = 3;
const VALID_RUNS = 5;
const SHRINKS = 30;
/** In a whole run of mode read, what is declared goes first; a check alone, as replay runs it, has no such bound. */
const KEPT_FOR_OTHERS = 9;

const about = (operation: Operation) => ({
  operations: [operation.operationId],
  clause: fieldsOf(operation.operationId),
  control: `shape/${operation.operationId}/success`,
  // An order without price may be taken for one at any price.
  throwAway: operation.effect === 'money' || leavesTraces(operation),
  assumes: ['request.number-forms'] as const,
});

const shrinksIn = ({ callsLeft }: Context): number => Math.max(0, Math.min(SHRINKS, callsLeft - KEPT_FOR_OTHERS));

async function allRefused(
  context: Context,
  operation: Operation,
  rule: InputBreak['rule'],
  id: string,
): Promise<Finding> {
  const { operationId } = operation;
  const plain: AnyInput = await validInput(context, operationId);
  // A field that has allowed values need not be there to be given another one.
  const there = declaredFields(operation).filter(
    ({ name, enum: values }) =>
      name in plain || (context.mode === 'sandbox' && (rule === 'type' || (rule === 'value' && values !== undefined))),
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
  const all = [
    ...wrongInputs(fields, rule, { runs, others: there, place }),
    ...(rule === 'type' && runs > 0 ? unknownNames(operation) : []),
  ];
  const bases = await basesOf(
    context,
    operation,
    all.map(({ name }) => name),
    fields.map(({ name }) => name),
    rule,
  );
  let tried = 0;
  let isOver = false;
  const refusals: { readonly base: Base; readonly field: string; readonly sample: Sample }[] = [];
  const judge = async (base: Base): Promise<Finding> => {
    if (isOver) return holds();
    let right: AnyInput | undefined;
    const whole = await search({
      properties: all.filter(({ name }) => base.names.includes(name)),
      seed: context.seed,
      shrinks: shrinksIn(context),
      id,
      smaller: (breaks) => smallerBreaks(breaks, rule),
      async test(breaks) {
        const input = (right ??= await base.make());
        const ask = (): Promise<Reading> => context.callWith(operationId, brokenInput(input, breaks));
        const once = await ask();
        const reading = isAway(once) && context.mode === 'sandbox' ? await ask() : once;
        if (reading.kind === 'accepted') right = undefined;
        if (reading.kind === 'accepted' && operationId === 'cancelOrder') context.bait.spend();
        if (reading.kind === 'refused') {
          if (breaks.length === 1) refusals.push({ base, field: breaks[0]!.field, sample: sampleOf(reading) });
          await assertUnlikeNamed(context, operationId, reading, { input, breaks });
        }
        const finding = await judgeTaken(context, operationId, reading, {
          what: inWords(breaks),
          right: async () => context.callWith(operationId, (right = await base.make())),
        });
        const [first] = breaks;
        const wrong = fields.find(({ name }) => name === first?.field);
        if (finding.outcome !== 'broken' || wrong === undefined) return finding;
        const isUnknown = first?.rule === 'type' && first.as === 'unknown name';
        return { ...finding, clause: isUnknown ? clauses.settings : fieldRow(operationId, wrong) };
      },
    });
    if (whole.outcome === 'holds') tried += (whole.observed as { readonly tried: number }).tried;
    else isOver = true;
    return whole;
  };
  // The first of the bases, whichever ended first.
  const isTold = ({ outcome }: Finding): boolean => outcome !== 'holds';
  const told = (await sideBySide(bases, context.atOnce, judge)).find(isTold);
  if (told !== undefined) return told;
  // The run may have closed the position by its trades: then each call is refused for that.
  if (operationId === 'adjustPositionMargin') needAccepted(await context.callWith(operationId, plain), operationId);
  // A field that is refused in other words than in another form may be refused for its form: then it is tried in the usual one.
  const isOwn = ({ base, field, sample }: (typeof refusals)[number]): boolean => {
    const others = refusals.filter((other) => other.base !== base && other.field === field);
    return others.length > 0 && !others.some((other) => areAlike(sample, other.sample));
  };
  for (const base of new Set(refusals.filter(isOwn).map((refusal) => refusal.base))) {
    if ((await callAndCancel(context, operationId, await base.make())).kind !== 'refused') continue;
    const finding = await judge({ make: () => validInput(context, operationId), names: base.names });
    if (isTold(finding)) return finding;
  }
  return holds({ tried, seed: context.seed });
}

/** Settings that a contract with a position or orders may keep. */
const OF_STATE: readonly OperationId[] = ['changePositionMode', 'changeMarginMode'];

/** A mode without its contract may be taken for that of the usual one, and be refused for what is open there. */
async function assertUnlikeNamed(
  context: Context,
  operationId: OperationId,
  reading: Reading,
  { input, breaks }: { readonly input: AnyInput; readonly breaks: InputBreaks },
): Promise<void> {
  const isUnnamed = breaks.length === 1 && breaks[0]!.rule === 'missing' && breaks[0]!.field === 'contractName';
  if (!OF_STATE.includes(operationId) || !isUnnamed) return;
  const named = await context.callWith(operationId, { ...input, contractName: context.contract });
  if (named.kind === 'refused' && areAlike(sampleOf(named), sampleOf(reading)))
    cannotTell(`${inWords(breaks)} is refused as one for ${context.contract} is (${reading.summary})`);
}

/** Those run before an order of the run is filled: a position may be a reason to refuse them. */
export const isEarly = ({ id }: CheckRow): boolean =>
  OF_STATE.some((operationId) => id === `robust/${operationId}/missing-required-field-refused`);

/**
 * Settings of one contract or position, which an unknown one has none of. An order may be rejected after it was accepted, and a mode may
 * be that of the account.
 */
const OF_ONE: { readonly [Id in OperationId]?: string } = {
  changeLeverage: 'contractName',
  adjustPositionMargin: 'positionId',
};

const unknownNames = ({ operationId }: Operation): ReturnType<typeof wrongInputs> =>
  [OF_ONE[operationId] ?? []].flat().map((field) => ({
    name: `unknown ${field}`,
    cases: () => [[{ field, rule: 'type', as: 'unknown name' }]],
  }));

/**
 * A margin that is adjusted without a required field. Where no position can be named there is no right call to compare with, but a
 * code of success that a forged call does not get is one too many.
 */
async function marginRefused(context: Context, operation: Operation, id: string): Promise<Finding> {
  const { operationId } = operation;
  if (context.existing.positionId !== undefined) needAccepted(await valid(context, operationId), operationId);
  else {
    const refusal = await refused(context, BIT_FLIPPED);
    for (const field of refusal.kind === 'refused' ? breakable(declaredFields(operation), 'missing') : []) {
      const breaks: InputBreaks = [{ field: field.name, rule: 'missing' }];
      const send = (alteration?: Alteration): Promise<Reading> =>
        context.callWith(operationId, brokenInput(exampleOf(operationId), breaks), alteration);
      const reading = await send();
      // A page may say that there is no such position: where the path is missing, not even the signature makes a difference.
      const isMissing =
        lacksPath(reading) && areAlike(sampleOf(reading), sampleOf(await send(wrongCall(BIT_FLIPPED).alteration)));
      const shut = isMissing ? await judgeShut(context, operationId, reading, send) : undefined;
      if (shut !== undefined) return shut;
      const finding = judgeWrongCall(operationId, inWords(breaks), reading, { right: [], refusal });
      if (finding.outcome === 'broken') return { ...finding, clause: fieldRow(operationId, field) };
    }
  }
  return allRefused(context, operation, 'missing', id);
}

const RULES = [
  { rule: 'missing', name: 'missing-required-field-refused', title: 'input without a required field' },
  { rule: 'type', name: 'wrong-type-refused', title: 'a value of another type than the declared one' },
  { rule: 'value', name: 'unknown-value-refused', title: 'a value that is not among those allowed' },
] as const;

/** In a query all is text: of another type is what is not a number. */
const canBreak = (operation: Operation, rule: InputBreak['rule']): boolean =>
  operation.input === 'body'
    ? breakable(declaredFields(operation), rule).length > 0
    : operation.input === 'query' && rule === 'type' && declaredFields(operation).some(({ wire }) => wire === 'number');

const wrong: readonly CheckRow[] = RULES.flatMap(({ rule, name, title }) =>
  declaredOperations
    .filter((operation) => canBreak(operation, rule))
    .map((operation) => {
      const id = `robust/${operation.operationId}/${name}`;
      const of = OF_ONE[operation.operationId];
      const { control, ...rest } = about(operation);
      const isMargin = rule === 'missing' && operation.operationId === 'adjustPositionMargin';
      return {
        ...rest,
        ...(!isMargin && { control }),
        id,
        title: `${operation.operationId} refuses ${title}${of === undefined || rule !== 'type' ? '' : `, and an unknown ${of}`}`,
        clause: fieldsOf(operation.operationId, breakable(declaredFields(operation), rule)),
        // Where calls are few, what the body of a read may be is tried first.
        ...(operation.input === 'query' && { throwAway: true, effect: 'reversible' as const }),
        run: (context: Context) =>
          isMargin ? marginRefused(context, operation, id) : allRefused(context, operation, rule, id),
      };
    }),
);

/** A success, a refusal of any form, or JSON that says something else: what must not come is a page or half an answer. */
export function judgeAnswer(reading: Reading): Finding {
  const { kind, json, summary } = reading;
  if (kind === 'accepted' || kind === 'refused') return holds();
  return kind === 'unclear' && json === undefined && !isAway(reading)
    ? decidedBy(broken(`a valid call got ${summary}`), reading)
    : { outcome: 'cannot-tell', reason: summary };
}

/**
 * An input of a list as the document declares it: at least one of the fields that narrow it, a page size up to the declared
 * maximum, an identifier that may or may not be there.
 */
function validInputOf(operation: Operation, contractName: string, random: Random): AnyInput {
  const large = (BigInt(random(2 ** 15)) << 48n) | (BigInt(random(2 ** 24)) << 24n) | BigInt(random(2 ** 24));
  const all = {
    contractName,
    limit: String(1 + random(1000)),
    fromId: String(random(2) === 0 ? random(1000) : large),
  };
  const isRequired = (name: string) =>
    declaredFields(operation).find((field) => field.name === name)?.required === true;
  const optional = Object.keys(all).filter((name) => !isRequired(name));
  const always = optional[random(optional.length)];
  const entries = Object.entries(all).filter(([name]) => isRequired(name) || name === always || random(2) === 0);
  return Object.fromEntries(entries);
}

/** With a smaller number, or without one of several fields that narrow. */
function smallerInputs(operation: Operation, input: AnyInput): readonly AnyInput[] {
  const least = (Object.entries({ fromId: '0', limit: '1' }) as (readonly ['fromId' | 'limit', string])[]).flatMap(
    ([name, value]) => ((input[name] ?? value) === value ? [] : [{ ...input, [name]: value }]),
  );
  const optional = declaredFields(operation).filter(({ name, required }) => !required && name in input);
  return [...(optional.length > 1 ? optional.map(({ name }) => without(input, name)) : []), ...least];
}

const answered: readonly CheckRow[] = HISTORY_OPERATIONS.map((operationId) => {
  const operation = operations[operationId];
  const id = `robust/${operationId}/valid-input-is-answered`;
  return {
    ...about(operation),
    id,
    title: `${operationId} returns JSON for any valid limit, fromId and contractName, or refuses`,
    clause: clauses.json,
    run({ mode, contract, seed, callWith }) {
      const length = mode === 'sandbox' ? VALID_RUNS : 1;
      const cases = (random: Random) => Array.from({ length }, () => validInputOf(operation, contract, random));
      return search({
        properties: [{ name: 'valid', cases }],
        seed,
        id,
        smaller: (input) => smallerInputs(operation, input),
        test: async (input) => needTold(judgeAnswer(await callWith(operationId, input))),
      });
    },
  };
});

export const robustChecks: readonly CheckRow[] = [...wrong, ...answered];
