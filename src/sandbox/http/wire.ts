import type { ResultSchema } from '../../../generated/description.js';
import type { Operation } from '../../../generated/operations.js';
import type { SandboxDialect } from '../dialect.js';
import { type Writing, writingsOf } from './writings.js';

/** Writes the result of a call the way the deployment does. */
export function writeResult(operation: Operation, result: unknown, dialect: SandboxDialect): string {
  const { fields, enveloped, schema } = writingsOf(operation);
  const text = write(result ?? null, fields, dialect);
  switch (operation.result) {
    case 'acknowledgement':
      return envelope('null', dialect);
    case 'list':
      return writeList(text, (result as unknown[]).length === 0, dialect);
    case 'single':
      return dialect.order === 'wrapped' ? envelope(text, dialect) : dialect.order === 'array' ? `[${text}]` : text;
    case 'object':
      if (enveloped) return `{"code":"0","msg":"success","data":${text}}`;
      return RECEIPTS[schema]?.(text, result, dialect) ?? text;
  }
}

/** Receipts of orders, which the service document does not show; by the schema of what was seen. */
const RECEIPTS: Readonly<
  Partial<Record<ResultSchema, (text: string, result: unknown, dialect: SandboxDialect) => string>>
> = {
  OrderReceipt: (text, result, dialect) =>
    result === undefined || result === null || dialect.receipt === 'wrapped' ? envelope(text, dialect) : text,
  ConditionOrderReceipt(text, result, dialect) {
    if (dialect.conditionReceipt === 'wrapped') return envelope(text, dialect);
    const { triggerIds } = result as { triggerIds: string[] };
    return `{"orderId":${writeDigits(triggerIds[0]!, dialect.ids)}}`;
  },
};

function writeList(text: string, empty: boolean, dialect: SandboxDialect): string {
  if (empty && dialect.emptyList === 'null') return envelope('null', dialect);
  if (dialect.lists === 'wrapped') return envelope(text, dialect);
  return dialect.lists === 'list' ? `{"list":${text}}` : text;
}

function envelope(data: string, { codes }: SandboxDialect): string {
  return `{"code":${codes === 'string' ? '"0"' : '0'},"msg":"Success","data":${data},"succ":true}`;
}

/** A refusal as live hosts write it. */
export function writeRefusal(code: string, message: string, codes: SandboxDialect['codes'] = 'string'): string {
  const written = codes === 'number' && /^-?\d+$/.test(code) ? code : JSON.stringify(code);
  return `{"code":${written},"msg":${JSON.stringify(message)},"data":null,"succ":false}`;
}

type WrittenFields = Readonly<Record<string, Writing>>;

/** Loops and one text that grows: a page of a history is the largest response, and lists of its parts cost most of it. */
function write(value: unknown, fields: WrittenFields, dialect: SandboxDialect, name = ''): string {
  if (value === null || typeof value !== 'object') return writeScalar(value, fields[name] ?? 'plain', dialect);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${write(item, fields, dialect, name)}`;
    return `[${text}]`;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key in record) text += `${text === '' ? '"' : ',"'}${key}":${write(record[key], fields, dialect, key)}`;
  if (dialect.extraFields && text !== '') text += ',"undocumentedField":{"since":20261121000000000001}';
  return `{${text}}`;
}

function writeScalar(value: unknown, writing: Writing, dialect: SandboxDialect): string {
  if (writing === 'time') return dialect.times === 'string' ? `"${String(value)}"` : String(value);
  if (typeof value === 'string' && writing === 'id') return writeDigits(value, dialect.ids);
  if (typeof value === 'string' && writing === 'decimal') return writeDigits(value, dialect.decimals);
  return JSON.stringify(value);
}

const writeDigits = (digits: string, as: 'number' | 'string'): string => (as === 'number' ? digits : `"${digits}"`);
