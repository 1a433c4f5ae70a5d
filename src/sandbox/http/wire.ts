import type { ResultSchema } from '../../../generated/description.js';
import type { Operation } from '../../../generated/operations.js';
import { DEFAULT_DIALECT, type SandboxDialect } from '../dialect.js';
import { type Writing, writingsOf } from './writings.js';

/** Writes the result of a call the way the deployment does. */
export function writeResult(operation: Operation, result: unknown, dialect: SandboxDialect): string {
  const { fields: own, enveloped, schema } = writingsOf(operation);
  const [names, values] = [dialect.fieldNames[operation.operationId], dialect.fieldValues[operation.operationId]];
  if (names?.['*'] === null) return '{}';
  const fields = names === undefined ? own : { ...own, ...renamed(own, names) };
  const shown = names === undefined && values === undefined ? result : changed(result, names, values);
  const text = write(shown ?? null, fields, dialect);
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

type Names = Readonly<Record<string, string | null>>;

/** The fields under the names of a deployment. */
const renamed = <T>(record: Readonly<Record<string, T>>, names: Names = {}): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (names[name] === null ? [] : [[names[name] ?? name, value]])),
  );

/** The same for each record of a result, and of the lists in it; some values are those of the deployment. */
function changed(value: unknown, names?: Names, values: Readonly<Record<string, unknown>> = {}): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, names, values));
  if (typeof value !== 'object' || value === null) return value;
  const record = Object.entries(value).map(([name, inner]) => [name, values[name] ?? changed(inner, names, values)]);
  return renamed(Object.fromEntries(record) as Record<string, unknown>, names);
}

function envelope(data: string, { codes, successCode }: SandboxDialect): string {
  return `{"code":${writeCode(successCode, codes)},"msg":"Success","data":${data},"succ":true}`;
}

/** A refusal as live hosts write it, or a deployment. */
export function writeRefusal(
  code: string,
  message: string,
  { codes, refusalBody }: Pick<SandboxDialect, 'codes' | 'refusalBody'> = DEFAULT_DIALECT,
): string {
  const words: Readonly<Record<string, string>> = { $code: writeCode(code, codes), $message: JSON.stringify(message) };
  return refusalBody.replace(/\$code|\$message/g, (word) => words[word]!);
}

const writeCode = (code: string, codes: SandboxDialect['codes']): string =>
  codes === 'number' && /^-?\d+$/.test(code) ? code : JSON.stringify(code);

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
