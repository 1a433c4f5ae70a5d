import { type Operation, operations } from '../../../generated/operations.js';
import { description, follow, type Node } from '../../description.js';
import { DECLARED, type Evidence, evidenceOf } from './evidence.js';
import { type Field, fieldsOf, parameterField, type Remark } from './fields.js';

/** A form in which an answer can come. */
export interface AnswerForm {
  readonly title: string;
  readonly evidence: Evidence;
  readonly fields: readonly Field[];
}

/** A status other than 200, as described. */
export interface OtherStatus {
  readonly status: string;
  readonly text: string;
  readonly evidence: Evidence;
}

export interface Example {
  readonly title: string;
  readonly value: unknown;
  readonly evidence: Evidence;
}

/** What one page says of an operation; all of it is in the description. */
export interface DescribedOperation {
  readonly operation: Operation;
  readonly summary: string;
  readonly tag: string;
  /** What it does, and the rules that bind it. */
  readonly text: string;
  readonly rules: readonly string[];
  readonly observed: Remark | undefined;
  readonly securityType: Remark;
  readonly headers: readonly Field[];
  readonly input: readonly Field[];
  readonly inputExamples: readonly Example[];
  /** The record that the client returns. */
  readonly result: AnswerForm;
  /** Other forms around it: envelopes, lists in an object. */
  readonly otherForms: readonly AnswerForm[];
  readonly answerExamples: readonly Example[];
  readonly statuses: readonly OtherStatus[];
  /** The body that comes with any of them, and with a refusal of status 200. */
  readonly refusal: AnswerForm | undefined;
  readonly unknownIds: readonly string[];
  readonly limits: readonly Remark[];
}

function describe(operation: Operation): DescribedOperation {
  const node = description['paths'][operation.path][operation.method.toLowerCase()] as Node;
  const parameters = ((node['parameters'] ?? []) as Node[]).map(follow);
  const success = follow(node['responses']['200']);
  const { schema } = success['content']['application/json'] as { schema: Node };
  const [text, rules] = splitRules(node['description']);
  const body = node['requestBody']?.content['application/json'] as Node | undefined;
  const observed = node['x-observed'] as Node | undefined;
  const security = node['x-security-type'] as Node;
  return {
    operation,
    summary: node['summary'],
    tag: node['tags'][0],
    text,
    rules,
    observed: observed && { text: observed['text'], evidence: evidenceOf(observed) },
    securityType: { text: `Security type ${security['type']}.`, evidence: evidenceOf(security) },
    headers: parameters.filter((one) => one['in'] === 'header').map(parameterField),
    input:
      body === undefined
        ? parameters.filter((one) => one['in'] === 'query').map(parameterField)
        : fieldsOf(body['schema']),
    inputExamples: body === undefined ? [] : examplesOf(body),
    result: resultOf(node['x-result']),
    otherForms: otherForms(schema, node['x-result'].schema),
    answerExamples: examplesOf(success['content']['application/json']),
    statuses: statusesOf(node['responses']),
    refusal: refusalOf(node['responses']),
    unknownIds: node['x-unknowns'] ?? [],
    limits: limitsOf(node),
  };
}

/** `Rule 1 (declared): …` are sentences of the service document; each goes up to the next one. */
function splitRules(text: string): readonly [text: string, rules: readonly string[]] {
  const [first = '', ...rules] = text.split(/\s*(?=Rule \d+ \(declared\): )/);
  return [first, rules.map((rule) => rule.replace(/^Rule (\d+) \(declared\): /, 'Rule $1: '))];
}

function resultOf(result: Node): AnswerForm {
  const schema = description['components'].schemas[result['schema']] as Node;
  const evidence = evidenceOf(result, evidenceOf(schema));
  return { title: shapes[result['shape'] as Operation['result']], evidence, fields: fieldsOf(schema, evidence) };
}

const shapes: Readonly<Record<Operation['result'], string>> = {
  object: 'One object.',
  single: 'One record, also where it comes as a list of one.',
  list: 'A list of records.',
  acknowledgement: 'An envelope that says whether it was done.',
};

/** What stands around the result; the fields of the result itself are not told twice. */
function otherForms(schema: Node, result: string): readonly AnswerForm[] {
  const forms = (follow(schema)['anyOf'] as Node[] | undefined) ?? [schema];
  return forms
    .filter(({ $ref = '' }) => !$ref.endsWith('/AnyJson') && !$ref.endsWith(`/${result}`))
    .map((form) => {
      const node = follow(form);
      const evidence = evidenceOf(node);
      const fields = fieldsOf(node, evidence).filter(({ path }) => !path.includes('.'));
      return { title: node['description'] as string, evidence, fields };
    });
}

function examplesOf(content: Node): readonly Example[] {
  const examples = Object.values((content['examples'] ?? {}) as Node).map(follow);
  return examples.map((one) => ({ title: one['summary'] ?? '', value: one['value'], evidence: evidenceOf(one) }));
}

function statusesOf(responses: Node): readonly OtherStatus[] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => {
      const node = follow(response);
      return { status, text: node['description'], evidence: evidenceOf(node) };
    });
}

/** All of them have one body in common. */
function refusalOf(responses: Node): AnswerForm | undefined {
  const bodies = Object.entries(responses).flatMap(([status, response]) =>
    status === '200' ? [] : [follow(response)['content']?.['application/json'].schema as Node | undefined],
  );
  const schema = bodies.find((body) => body !== undefined);
  if (schema === undefined) return undefined;
  const node = follow(schema);
  return { title: node['description'], evidence: evidenceOf(node), fields: fieldsOf(node) };
}

function limitsOf(node: Node): readonly Remark[] {
  const rate = node['x-rate-limit'] as Node | undefined;
  const speed = node['x-speed-limit'] as string | undefined;
  const weight = node['x-weight'] as number | undefined;
  return [
    ...(weight === undefined ? [] : [{ text: `Weight ${weight}.`, evidence: DECLARED }]),
    ...(speed === undefined ? [] : [{ text: `The speed limit is ${speed}.`, evidence: DECLARED }]),
    ...(rate === undefined
      ? []
      : [
          {
            text: `At most ${rate['requests']} calls in ${rate['perSeconds']} seconds.`,
            evidence: evidenceOf(rate),
          },
        ]),
  ];
}

/** In the order of the table. */
export const describedOperations: readonly DescribedOperation[] = Object.values(operations).map(describe);
