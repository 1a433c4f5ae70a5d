import { aboutOf, DECLARED } from './evidence.js';
import { follow, type Json, refName } from './references.js';
import { INPUT_TYPES, kindOf, RESULT_TYPES } from './kinds.js';
import { literal, propertyName } from './literal.js';
import { type FieldModel, type OperationModel, resultSchemas } from './model.js';
import { BANNER, describe, docBlock } from './text.js';

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
export function clientFile(document: Json, operations: readonly OperationModel[]): string {
  return [
    BANNER,
    INPUTS.trim(),
    ...operations.filter(({ fields }) => fields.length > 0).map(inputInterface),
    ...resultSchemas(document, operations).map((name) => resultType(document, name)),
    `${docBlock(['The operations of the service, by operationId. `CallOptions` are those of one call.'], '')}export interface FuturesOperations<CallOptions> {`,
    operations.map(methodSignature).join('\n'),
    '}\n',
  ].join('\n\n');
}

function inputName(operation: OperationModel): string {
  const { operationId, fields } = operation;
  return fields.length === 0 ? 'NoInput' : `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`;
}

function inputInterface(operation: OperationModel): string {
  const members = operation.fields.map(inputMember).join('\n');
  return `/** Input of {@link FuturesOperations.${operation.operationId}}. */\nexport interface ${inputName(operation)} {\n${members}\n}`;
}

function inputMember(field: FieldModel): string {
  const notes = [
    field.effectWhenOmitted === undefined
      ? undefined
      : `Required here, although the document makes it optional: leaving it out has effect "${field.effectWhenOmitted}". Use the method made for that.`,
    field.default === undefined ? undefined : `Default \`${field.default}\`, applied by the service.`,
    field.maximum === undefined ? undefined : `Maximum \`${field.maximum}\`.`,
  ];
  const type = field.enum ? field.enum.map((value) => literal(value, 0)).join(' | ') : INPUT_TYPES[field.kind];
  return `${docBlock([...describe(field.about), ...notes], '  ')}  readonly ${field.name}${field.required ? '' : '?'}: ${type};`;
}

function resultType(document: Json, name: string): string {
  const schema = document['components'].schemas[name];
  const doc = docBlock(describe(aboutOf(schema, DECLARED)), '');
  const properties = Object.entries((schema.properties ?? {}) as Json);
  if (properties.length === 0) return `${doc}export type ${name} = { readonly [field: string]: never };`;
  const members = properties.map(
    ([key, property]) =>
      `${docBlock(describe(aboutOf(property, DECLARED)), '  ')}  readonly ${propertyName(key)}${(schema.required ?? []).includes(key) ? '' : '?'}: ${answerType(document, property)};`,
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
  return schema['type'] === undefined ? 'unknown' : RESULT_TYPES[kindOf(schema)] + orNull;
}

function wrapUnion(type: string): string {
  return type.includes('|') ? `(${type})` : type;
}

function methodSignature(operation: OperationModel): string {
  const { summary, about, unknowns, method, path, effect, security, fields, result } = operation;
  const optional = fields.every((field) => !field.required) ? '?' : '';
  const schema = result.shape === 'list' ? `readonly ${result.schema}[]` : result.schema;
  const signed = {
    signed: 'signed',
    undeclared: 'no signing headers declared; signed when the client has credentials',
    public: 'public, never signed',
  }[security];
  const doc = docBlock(
    [
      `${summary}: \`${method} ${path}\`, ${signed}; effect: ${effect}.`,
      ...describe(about),
      unknowns.length === 0
        ? undefined
        : `Not shown by the service document: ${unknowns.map((id) => `\`${id}\``).join(', ')} (see the unknowns register).`,
      `@throws {FuturesError} Its \`outcome\` says whether the service may have acted.`,
    ],
    '  ',
  );
  return `${doc}  ${operation.operationId}(input${optional}: ${inputName(operation)}, options?: CallOptions): Promise<${schema}>;`;
}
