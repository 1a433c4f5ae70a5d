import type { Operation } from '../../../generated/operations.js';
import type { SandboxDialect } from '../dialect.js';
import { type Writing, writingsOf } from './writings.js';

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
