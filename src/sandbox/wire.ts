import type { Operation } from '../../generated/operations.js';
import { followRef, description, operationNode } from './description.js';
import type { SandboxDialect } from './dialect.js';

/** How a field of an answer is written: bare digits, or a JSON string. */
type Writing = 'id' | 'decimal' | 'time' | 'plain';

const writings = new Map<string, ReadonlyMap<string, Writing>>();

/** Kinds of the answer fields of an operation, from the formats of the description. */
function writingsOf(operation: Operation): ReadonlyMap<string, Writing> {
  let found = writings.get(operation.operationId);
  if (found === undefined) {
    found = new Map();
    const name = operationNode(operation.path, operation.method)['x-result'].schema as string;
    collect(description['components'].schemas[name], found as Map<string, Writing>);
    writings.set(operation.operationId, found);
  }
  return found;
}

function collect(node: { readonly [key: string]: any }, found: Map<string, Writing>): void {
  for (const [name, property] of Object.entries((node['properties'] ?? {}) as Record<string, any>)) {
    const schema = followRef(property);
    const declared = schema['items'] === undefined ? schema : followRef(schema['items']);
    // A field that is declared as a string is written as one, whatever it holds.
    const numeric = [declared['type']].flat().some((type) => type === 'integer' || type === 'number');
    if (numeric && declared['format'] === 'id') found.set(name, 'id');
    else if (numeric && declared['format'] === 'decimal') found.set(name, 'decimal');
    else if (declared['format'] === 'unix-time-ms' && [declared['type']].flat().includes('string'))
      found.set(name, 'time');
    else if (declared['format'] === 'code' && numeric) found.set(name, 'plain');
    collect(schema, found);
    if (schema['items'] !== undefined) collect(declared, found);
  }
}

/** Writes the result of a call the way the deployment does. */
export function writeResult(operation: Operation, result: unknown, dialect: SandboxDialect): string {
  const fields = writingsOf(operation);
  const text = write(result ?? null, (name) => fields.get(name) ?? 'plain', dialect);
  switch (operation.result) {
    case 'acknowledgement':
      return envelope('null', dialect);
    case 'list':
      return writeList(text, (result as unknown[]).length === 0, dialect);
    case 'object':
    case 'single':
      return writeObject(operation, text, result, dialect);
  }
}

function writeObject({ operationId }: Operation, text: string, result: unknown, dialect: SandboxDialect): string {
  switch (operationId) {
    case 'getOrder':
      return dialect.order === 'wrapped' ? envelope(text, dialect) : dialect.order === 'array' ? `[${text}]` : text;
    case 'createConditionOrder': {
      if (dialect.conditionReceipt === 'wrapped') return envelope(text, dialect);
      const { triggerIds } = result as { triggerIds: string[] };
      return `{"orderId":${writeDigits(triggerIds[0]!, dialect.ids)}}`;
    }
    case 'createOrder':
    case 'cancelOrder':
      return result === undefined || result === null || dialect.receipt === 'wrapped' ? envelope(text, dialect) : text;
    case 'getContracts':
      return `{"code":"0","msg":"success","data":${text}}`;
    default:
      return text;
  }
}

function writeList(text: string, empty: boolean, dialect: SandboxDialect): string {
  if (empty && dialect.emptyList === 'null') return envelope('null', dialect);
  if (dialect.lists === 'wrapped') return envelope(text, dialect);
  return dialect.lists === 'list' ? `{"list":${text}}` : text;
}

function envelope(data: string, { codes }: SandboxDialect): string {
  return `{"code":${codes === 'string' ? '"0"' : '0'},"msg":"Success","data":${data},"succ":true}`;
}

/** A refusal as live hosts write it. */
export function writeRefusal(code: string, message: string): string {
  return `{"code":${JSON.stringify(code)},"msg":${JSON.stringify(message)},"data":null,"succ":false}`;
}

function write(value: unknown, writingOf: (name: string) => Writing, dialect: SandboxDialect, name = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => write(item, writingOf, dialect, name)).join()}]`;
  if (value === null || typeof value !== 'object') return writeScalar(value, writingOf(name), dialect);
  const members = Object.entries(value).map(([key, item]) => `"${key}":${write(item, writingOf, dialect, key)}`);
  if (dialect.extraFields && members.length > 0) members.push('"undocumentedField":{"since":20261121000000000001}');
  return `{${members.join()}}`;
}

function writeScalar(value: unknown, writing: Writing, dialect: SandboxDialect): string {
  if (writing === 'time') return dialect.times === 'string' ? `"${String(value)}"` : String(value);
  if (typeof value === 'string' && writing === 'id') return writeDigits(value, dialect.ids);
  if (typeof value === 'string' && writing === 'decimal') return writeDigits(value, dialect.decimals);
  return JSON.stringify(value);
}

const writeDigits = (digits: string, as: 'number' | 'string'): string => (as === 'number' ? digits : `"${digits}"`);
