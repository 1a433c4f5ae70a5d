import type { DescribedOperation } from './described-operation.js';
import { type About, aboutOf, DECLARED } from './evidence.js';
import { type Hints, inputHover, inputName, methodHover, readHints, resultHover } from './hover.js';
import { follow, type Json, refName } from './references.js';
import { INPUT_TYPES, kindOf, RESULT_TYPES } from './kinds.js';
import { literal, propertyName } from './literal.js';
import { type FieldModel, type OperationModel, resultSchemas } from './model.js';
import { BANNER, docBlock } from './text.js';

const INPUTS = `
/**
 * A decimal: text is sent digit for digit (\`'65000.10'\` goes out as \`65000.10\`); numbers and bigints as JavaScript
 * prints them. NaN, infinities and anything that is not a JSON number are refused before sending.
 */
export type DecimalInput = string | number | bigint;

/** An identifier. A number must be a safe integer: ids above 2^53 have to be strings or bigints. */
export type IdInput = string | number | bigint;

/** A whole number, also as text or bigint. */
export type IntegerInput = string | number | bigint;

/** The input of an operation that takes none. */
export type NoInput = { readonly [field: string]: never };
`;

/** Text of `client.ts`: one documented method per operation, flat inputs and results. */
export function clientFile(document: Json, described: readonly DescribedOperation[]): string {
  const operations = described.map(({ operation }) => operation);
  const hints = readHints(document, operations);
  return [
    BANNER,
    INPUTS.trim(),
    ...operations.filter(({ fields }) => fields.length > 0).map((operation) => inputInterface(operation, hints)),
    ...resultSchemas(document, operations).map((name) => resultType(document, name, operations)),
    `${docBlock(['The operations of the service, by operationId. `CallOptions` are those of one call.'], '')}export interface FuturesOperations<CallOptions> {`,
    described.map((operation) => methodSignature(operation, hints)).join('\n'),
    '}\n',
  ].join('\n\n');
}

function inputInterface(operation: OperationModel, hints: Hints): string {
  const members = operation.fields.map((field) => inputMember(operation.operationId, field, hints)).join('\n');
  return `/** Input of {@link FuturesOperations.${operation.operationId}}. */\nexport interface ${inputName(operation)} {\n${members}\n}`;
}

function inputMember(operationId: string, field: FieldModel, hints: Hints): string {
  const type = field.enum
    ? field.enum.map((value) => literal(value, 0)).join(' | ')
    : openType(INPUT_TYPES[field.kind], field.about);
  // Undefined is left out, also of a program that tells it from a member that is absent.
  const member = field.required ? `${field.name}: ${type}` : `${field.name}?: ${type} | undefined`;
  return `${docBlock(inputHover(operationId, field, hints), '  ')}  readonly ${member};`;
}

/** Values that were only observed: an editor offers them, and any other one compiles as well. */
function openType(type: string, { observedValues }: About): string {
  const names = Object.keys(observedValues?.values ?? {});
  if (names.length === 0) return type;
  if (type === 'string') return [...names.map((name) => literal(name, 0)), '(string & {})'].join(' | ');
  // Written out, because TypeScript makes a plain number of it behind the name of a type.
  return [...names, '(number & {})', ...(type === 'number' ? [] : ['string', 'bigint'])].join(' | ');
}

function resultType(document: Json, name: string, operations: readonly OperationModel[]): string {
  const schema = document['components'].schemas[name];
  const doc = docBlock(resultHover(aboutOf(schema, DECLARED)), '');
  const properties = Object.entries((schema.properties ?? {}) as Json);
  if (properties.length === 0) return `${doc}export type ${name} = { readonly [field: string]: never };`;
  // The client resolves to no receipt of an order without one of its fields.
  const isShown =
    properties.length === 1 && operations.some(({ effect, result }) => effect === 'money' && result.schema === name);
  const members = properties.map(
    ([key, property]) =>
      `${docBlock(resultHover(aboutOf(property, DECLARED)), '  ')}  readonly ${propertyName(key)}${isShown || (schema.required ?? []).includes(key) ? '' : '?'}: ${answerType(document, property)};`,
  );
  return `${doc}export interface ${name} {\n${members.join('\n')}\n}`;
}

function answerType(document: Json, node: Json): string {
  const name = refName(node);
  if (name !== undefined && follow(document, node)['properties'] !== undefined) return name;
  const schema = follow(document, node);
  const types: string[] = [schema['type']].flat();
  const orNull = types.includes('null') ? ' | null' : '';
  if (types.includes('array')) return `readonly ${wrapUnion(answerType(document, schema['items'] ?? {}))}[]${orNull}`;
  if (types.includes('object')) return `{ readonly [field: string]: unknown }${orNull}`;
  return schema['type'] === undefined
    ? 'unknown'
    : openType(RESULT_TYPES[kindOf(schema)], aboutOf(schema, DECLARED)) + orNull;
}

function wrapUnion(type: string): string {
  return type.includes('|') ? `(${type})` : type;
}

function methodSignature({ operation, inputExamples }: DescribedOperation, hints: Hints): string {
  const { operationId, fields, result } = operation;
  const optional = fields.every((field) => !field.required) ? '?' : '';
  // A cancel may be acknowledged without saying what was cancelled.
  const record =
    operation.effect === 'wipe' && operation.resultFields.length > 0 ? `Partial<${result.schema}>` : result.schema;
  const schema = result.shape === 'list' ? `readonly ${result.schema}[]` : record;
  const doc = docBlock(methodHover(operation, hints, inputExamples), '  ');
  return `${doc}  ${operationId}(input${optional}: ${inputName(operation)}, options?: CallOptions): Promise<${schema}>;`;
}
