import type { DescribedOperation } from './described-operation.js';
import { aboutOf, DECLARED } from './evidence.js';
import { type Hints, hoverWithout, inputHover, inputName, methodHover, readHints, resultHover } from './hover.js';
import { follow, type Json, refName } from './references.js';
import { INPUT_TYPES, kindOf, openType, RESULT_TYPES } from './kinds.js';
import { literal, propertyName } from './literal.js';
import { BANNER, docBlock } from './text.js';
import { type FieldModel, isNeeded, isReceipt, type OperationModel, resultSchemas } from './model.js';

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
type NoInput = { readonly [field: string]: never };
`;

/** Text of `client.ts`: one documented method per operation, flat inputs and results. */
export function clientFile(document: Json, described: readonly DescribedOperation[]): string {
  const operations = described.map(({ operation }) => operation);
  const hints = readHints(document, operations);
  return [
    BANNER,
    INPUTS.trim(),
    ...operations.filter(({ fields }) => fields.length > 0).map((operation) => inputTypes(operation, hints)),
    ...resultSchemas(document, operations).map((name) => resultType(document, name, operations)),
    `${docBlock(['The operations of the service, by operationId. `CallOptions` are those of one call.'], '')}export interface FuturesOperations<CallOptions> {`,
    described.map((operation) => methodSignature(operation, hints)).join('\n'),
    '}\n',
  ].join('\n\n');
}

/** The type of an input, and that of the method without its selectors. Of several selectors it asks for one. */
function inputTypes(operation: OperationModel, hints: Hints): string {
  const { operationId, fields, selectors } = operation;
  const name = inputName(operation);
  if (selectors?.methodWithout === undefined) return inputInterface(operation, hints, name, fields);
  const { methodWithout, fields: selecting } = selectors;
  const isSelector = (field: FieldModel): boolean => selecting.includes(field.name);
  const others = fields.filter((field) => !isSelector(field));
  const without = inputInterface(
    operation,
    hints,
    inputName({ operationId: methodWithout, fields: others }),
    others,
    methodWithout,
  );
  if (fields.filter(isSelector).every((field) => isNeeded(field, selectors))) {
    return `${inputInterface(operation, hints, name, fields)}\n\n${without}`;
  }
  const all = name.replace(/Input$/, 'Fields');
  const choice = selecting.map((selector) => `Required<Pick<${all}, '${selector}'>>`).join(' | ');
  const doc = `/** Input of {@link FuturesOperations.${operationId}}: with ${selecting.join(' or ')}, or with both. */`;
  return `${inputInterface(operation, hints, all, fields)}\n\n${doc}\nexport type ${name} = ${all} & (${choice});\n\n${without}`;
}

function inputInterface(
  { operationId, selectors }: OperationModel,
  hints: Hints,
  name: string,
  fields: readonly FieldModel[],
  method = operationId,
): string {
  const members = fields.map((field) => inputMember(operationId, field, hints, selectors)).join('\n');
  return `/** Input of {@link FuturesOperations.${method}}. */\nexport interface ${name} {\n${members}\n}`;
}

function inputMember(
  operationId: string,
  field: FieldModel,
  hints: Hints,
  selectors?: OperationModel['selectors'],
): string {
  const type = field.enum
    ? field.enum.map((value) => literal(value, 0)).join(' | ')
    : openType(INPUT_TYPES[field.kind], field.about);
  // Undefined is left out, also of a program that tells it from a member that is absent; an undefined selector is refused.
  const orUndefined = selectors?.fields.includes(field.name) ? '' : ' | undefined';
  const member = isNeeded(field, selectors) ? `${field.name}: ${type}` : `${field.name}?: ${type}${orUndefined}`;
  return `${docBlock(inputHover(operationId, field, hints, selectors), '  ')}  readonly ${member};`;
}

function resultType(document: Json, name: string, operations: readonly OperationModel[]): string {
  const schema = document['components'].schemas[name];
  const doc = docBlock(resultHover(aboutOf(schema, DECLARED)), '');
  const properties = Object.entries((schema.properties ?? {}) as Json);
  if (properties.length === 0) return `${doc}export type ${name} = { readonly [field: string]: never };`;
  const isShown = operations.some((operation) => operation.result.schema === name && isReceipt(operation));
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

const wrapUnion = (type: string): string => (type.includes('|') ? `(${type})` : type);

function methodSignature({ operation, inputExamples }: DescribedOperation, hints: Hints): string {
  const { operationId, fields, result, selectors } = operation;
  const optional = fields.some((field) => isNeeded(field, selectors)) ? '' : '?';
  // A cancel may be acknowledged without saying what was cancelled.
  const record =
    operation.effect === 'wipe' && operation.resultFields.length > 0 ? `Partial<${result.schema}>` : result.schema;
  const schema = result.shape === 'list' ? `readonly ${result.schema}[]` : record;
  const doc = docBlock(methodHover(operation, hints, inputExamples), '  ');
  const method = `${doc}  ${operationId}(input${optional}: ${inputName(operation)}, options?: CallOptions): Promise<${schema}>;`;
  const without = selectors?.methodWithout;
  if (without === undefined) return method;
  const other = docBlock(hoverWithout(operation, hints), '  ');
  return `${method}\n${other}  ${without}(input: ${inputName({ operationId: without, fields })}, options?: CallOptions): Promise<${schema}>;`;
}
