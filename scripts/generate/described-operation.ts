import { type DescribedField, fieldsOf, parameterField } from './described-field.js';
import { DECLARED, type Evidence, evidenceOf, markedEvidenceOf } from './evidence.js';
import { inputSchemaOf } from './input-schema.js';
import { type OperationModel, readOperations } from './model.js';
import { follow, type Json } from './references.js';

export interface Example {
  readonly title: string;
  readonly value: unknown;
  readonly evidence: Evidence;
}

export interface Form {
  readonly text: string;
  readonly evidence: Evidence;
  readonly fields: readonly DescribedField[];
}

/** A value of the description and how sure it is. */
export interface Fact<T> {
  readonly value: T;
  readonly evidence: Evidence;
}

/** Everything that the description says of one operation; the only reading of it besides the client's table. */
export interface DescribedOperation {
  readonly operation: OperationModel;
  readonly tag: string;
  readonly securityType: Fact<string>;
  readonly weight?: Fact<number>;
  readonly speedLimit?: Fact<string>;
  readonly rateLimit?: Fact<{ readonly requests: number; readonly perSeconds: number }>;
  readonly headers: readonly DescribedField[];
  readonly input: readonly DescribedField[];
  readonly inputExamples: readonly Example[];
  /** The input as one JSON Schema without references; null where there is none. */
  readonly inputSchema: Json | null;
  readonly result: Omit<Form, 'text'> & { readonly schema: string; readonly shape: string };
  /** True when it is declared that the result comes as `data` of an envelope. */
  readonly enveloped: boolean;
  readonly otherForms: readonly Form[];
  readonly examples: readonly Example[];
  readonly statuses: readonly { readonly status: string; readonly text: string; readonly evidence: Evidence }[];
  /** The body that comes with any of them, and with a refusal of status 200. */
  readonly refusal: Form | undefined;
}

/** A question that the service document leaves open. */
export interface Unknown {
  readonly id: string;
  readonly question: string;
  readonly heading: string;
  readonly documented: string;
  readonly observed: string | null;
  readonly client: string;
  readonly option: string | null;
  /** Conformance checks that measure it, or why none can. */
  readonly check: readonly string[] | string;
}

export interface Description {
  readonly operations: readonly DescribedOperation[];
  readonly unknowns: readonly Unknown[];
  /** Ids of those that touch every call. */
  readonly generalUnknowns: readonly string[];
}

/** @throws {Error} When there is something that the client could not honour. */
export function readDescription(document: Json): Description {
  return {
    operations: readOperations(document).map((operation) => readDescribed(document, operation)),
    unknowns: document['x-unknowns'],
    generalUnknowns: document['x-unknowns-general'],
  };
}

function readDescribed(document: Json, operation: OperationModel): DescribedOperation {
  const node = follow(document, document['paths'][operation.path])[operation.method.toLowerCase()] as Json;
  const { operationId, about } = operation;
  const around = about.evidence;
  const parameters = ((node['parameters'] ?? []) as Json[]).map((parameter) => follow(document, parameter));
  const inPlace = (place: string) =>
    parameters.filter((one) => one['in'] === place).map((one) => parameterField(document, one, around));
  const body = node['requestBody'] && (follow(document, node['requestBody'])['content']['application/json'] as Json);
  const success = follow(document, node['responses']['200'])['content']['application/json'] as Json;
  return {
    operation,
    tag: node['tags'][0],
    securityType: { value: node['x-security-type'].type, evidence: evidenceOf(node['x-security-type'], around) },
    ...limitsOf(node, around),
    headers: inPlace('header'),
    input: body === undefined ? inPlace('query') : fieldsOf(document, body['schema'], around),
    inputExamples:
      body === undefined
        ? queryExamples(operationId, parameters, around)
        : examplesOf(document, operationId, body, around),
    inputSchema: inputSchemaOf(document, parameters, body),
    result: resultOf(document, node['x-result'], around),
    enveloped: isEnveloped(document, success['schema'], node['x-result'].schema),
    otherForms: otherForms(document, success['schema'], node['x-result'].schema, around),
    examples: examplesOf(document, operationId, success, around),
    statuses: statusesOf(document, operationId, node['responses'], around),
    refusal: refusalOf(document, node['responses'], around),
  };
}

function limitsOf(node: Json, around: Evidence): Pick<DescribedOperation, 'weight' | 'speedLimit' | 'rateLimit'> {
  const { 'x-weight': weight, 'x-speed-limit': speed, 'x-rate-limit': rate } = node;
  return {
    ...(weight !== undefined && { weight: { value: weight, evidence: around } }),
    ...(speed !== undefined && { speedLimit: { value: speed, evidence: around } }),
    ...(rate !== undefined && {
      rateLimit: {
        value: { requests: rate.requests, perSeconds: rate.perSeconds },
        evidence: markedEvidenceOf(rate, 'x-rate-limit'),
      },
    }),
  };
}

/** The parameters' own first examples, as one input; as sure as the least sure of them. */
function queryExamples(operationId: string, parameters: readonly Json[], around: Evidence): readonly Example[] {
  const query = parameters.filter((one) => one['in'] === 'query');
  const named = query.flatMap(({ name, examples = {} }) =>
    Object.values(examples as Json)
      .slice(0, 1)
      .map((one: Json) => ({
        name,
        value: one['value'],
        evidence: markedEvidenceOf(one, `${operationId}: example of ${name}`, around),
      })),
  );
  const [first] = named;
  if (first === undefined) return [];
  const value = Object.fromEntries(named.map((one) => [one.name, one.value]));
  const { evidence } = named.find((one) => one.evidence.mark === 'assumed') ?? first;
  return [{ title: 'One query', value, evidence }];
}

function examplesOf(document: Json, operationId: string, content: Json, around: Evidence): readonly Example[] {
  return Object.entries((content['examples'] ?? {}) as Json).map(([name, example]) => {
    const one = follow(document, example);
    const evidence = markedEvidenceOf(one, `${operationId}: example ${name}`, around);
    return { title: one['summary'] ?? '', value: one['value'], evidence };
  });
}

function resultOf(document: Json, result: Json, around: Evidence): DescribedOperation['result'] {
  const schema = document['components'].schemas[result['schema']] as Json;
  const evidence = evidenceOf(result, evidenceOf(schema, around));
  return { schema: result['schema'], shape: result['shape'], evidence, fields: fieldsOf(document, schema, evidence) };
}

function isEnveloped(document: Json, schema: Json, result: string): boolean {
  const data = follow(document, schema)['properties']?.data as Json | undefined;
  return data !== undefined && follow(document, data) === document['components'].schemas[result];
}

/** The form around the result; the fields of the result itself are not told twice. */
function otherForms(document: Json, schema: Json, result: string, around: Evidence): readonly Form[] {
  const forms = (follow(document, schema)['anyOf'] as Json[] | undefined) ?? [schema];
  return forms
    .filter(({ $ref = '' }) => !$ref.endsWith('/AnyJson') && !$ref.endsWith(`/${result}`))
    .map((form) => {
      const { text, evidence, fields } = formOf(document, form, around);
      return { text, evidence, fields: fields.filter(({ path }) => !path.includes('.')) };
    });
}

function statusesOf(
  document: Json,
  operationId: string,
  responses: Json,
  around: Evidence,
): DescribedOperation['statuses'] {
  return Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => {
      const node = follow(document, response);
      // That other statuses are not shown is declared; what they mean is not.
      const isSilence = status === 'default' && node['content'] === undefined;
      const evidence = isSilence
        ? evidenceOf(node, DECLARED)
        : markedEvidenceOf(node, `${operationId}: status ${status}`, around);
      return { status, text: node['description'], evidence };
    });
}

/** All of them have one body in common. */
function refusalOf(document: Json, responses: Json, around: Evidence): Form | undefined {
  const bodies = Object.entries(responses).flatMap(([status, response]) =>
    status === '200' ? [] : [follow(document, response)['content']?.['application/json'].schema as Json | undefined],
  );
  const schema = bodies.find((body) => body !== undefined);
  return schema && formOf(document, schema, around);
}

function formOf(document: Json, schema: Json, around: Evidence): Form {
  const node = follow(document, schema);
  const evidence = evidenceOf(node, around);
  return { text: node['description'], evidence, fields: fieldsOf(document, node, evidence) };
}
