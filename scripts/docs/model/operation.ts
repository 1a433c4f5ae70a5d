import { type Operation, operations } from '../../../generated/operations.js';
import { descriptionOf } from '../../described.js';
import type { DescribedOperation as Reading, Form } from '../../generate/described-operation.js';
import type { DescribedField } from '../../generate/described-field.js';
import type { Evidence } from '../../generate/evidence.js';
import { isReceipt } from '../../generate/model.js';
import { INPUT_TYPES, RESULT_TYPES } from '../../generate/kinds.js';
import { type Remark, toLine } from './fields.js';

/** A page's reading of an operation; all of it is in the description. */
export type DocumentedOperation = ReturnType<typeof describe>;

function describe(operation: Operation) {
  const { operation: row, ...reading } = descriptionOf(operation);
  const [text, rules] = splitRules(row.about.text ?? '');
  const { value: type, evidence } = reading.securityType;
  return {
    operation,
    summary: row.summary,
    tag: reading.tag,
    text,
    evidence: row.about.evidence,
    rules,
    observed: row.about.observed,
    securityType: { text: `Security type ${type}.`, evidence },
    headers: reading.headers.map((field) => toLine(field, undefined, presenceOf(field))),
    input: reading.input.map((field) => toLine(field, INPUT_TYPES, presenceOf(field))),
    inputExamples: reading.inputExamples,
    result: {
      title: shapes[operation.result],
      evidence: reading.result.evidence,
      fields: reading.result.fields.map((field) =>
        toLine(field, RESULT_TYPES, isReceipt(row) || field.required ? undefined : 'optional'),
      ),
    },
    otherForms: reading.otherForms.map((form) => toForm(form)),
    answerExamples: reading.examples,
    statuses: reading.statuses,
    refusal: reading.refusal && toForm(reading.refusal),
    unknownIds: row.unknowns,
    limits: limitsOf(reading),
  };
}

/** `Rule 1 (declared): …` are sentences of the service document; each goes up to the next one. */
function splitRules(text: string): readonly [text: string, rules: readonly string[]] {
  const [first = '', ...rules] = text.split(/\s*(?=Rule \d+ \(declared\): )/);
  return [first, rules.map((rule) => rule.replace(/^Rule (\d+) \(declared\): /, 'Rule $1: '))];
}

const toForm = ({ text, evidence, fields }: Form) => ({
  title: text,
  evidence,
  fields: fields.map((field) => toLine(field)),
});

const presenceOf = ({ required }: DescribedField) => (required ? 'required' : 'optional');

const shapes: Readonly<Record<Operation['result'], string>> = {
  object: 'One object.',
  single: 'One record, also where it comes as a list of one.',
  list: 'A list of records.',
  acknowledgement: 'An envelope that says whether it was done.',
};

function limitsOf({ weight, speedLimit, rateLimit }: Omit<Reading, 'operation'>): readonly Remark[] {
  const remark = <T>(fact: { value: T; evidence: Evidence } | undefined, say: (value: T) => string): Remark[] =>
    fact === undefined ? [] : [{ text: say(fact.value), evidence: fact.evidence }];
  return [
    ...remark(weight, (value) => `Weight ${value}.`),
    ...remark(speedLimit, (value) => `The speed limit is ${value}.`),
    ...remark(rateLimit, ({ requests, perSeconds }) => `At most ${requests} calls in ${perSeconds} seconds.`),
  ];
}

/** In the order of the table. */
export const describedOperations = Object.values(operations).map(describe);
