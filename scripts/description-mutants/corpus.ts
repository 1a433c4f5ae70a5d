import { operations, type Operation } from '../../generated/operations.js';
import { signingHeaders } from '../../generated/names.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { signRequest } from '../../src/signing.js';
import { descriptionOf } from '../described.js';

export interface Sent {
  readonly operation: Operation;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Answered {
  readonly operation: Operation;
  readonly title: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Values of each JSON type; a fraction and a whole number are two. */
const WRONG: readonly unknown[] = ['text', '7', 7, 7.5, 1000, 1001, 0, -1, true, null, {}, []];

/** The described calls, with all and with the required fields, and each of them with one thing wrong. */
export function calls(): readonly Sent[] {
  return Object.values(operations).flatMap((operation) => {
    const examples = descriptionOf(operation).inputExamples.map(({ value }) => value as Record<string, unknown>);
    const whole = Object.assign({}, ...examples.toReversed()) as Record<string, unknown>;
    const least = Object.fromEntries(
      operation.fields.filter(({ required }) => required).map(({ name }) => [name, whole[name]]),
    );
    const call = (title: string, input: Record<string, unknown>, change: Partial<Sent> = {}): Sent => {
      const inQuery = operation.input === 'query';
      return {
        operation,
        title: `${operation.operationId} ${title}`,
        method: operation.method,
        path: operation.path,
        query: inQuery ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name, asText(value)])) : {},
        headers: headersOf(operation),
        body: operation.input === 'body' ? input : undefined,
        ...change,
      };
    };
    const without = (name: string): Record<string, unknown> => {
      const { [name]: _, ...rest } = whole;
      return rest;
    };
    return [
      ...examples.map((example, n) => call(`example ${n}`, example)),
      call('with all fields', whole),
      call('with required fields', least),
      call('without body', whole, { body: undefined }),
      call('with one more field', { ...whole, more: 1 }),
      call('as text', whole, { headers: { ...headersOf(operation), 'content-type': 'text/csv' } }),
      ...['text', '1.5', '-1'].map((timestamp) =>
        call(`with timestamp ${timestamp}`, whole, {
          headers: { ...headersOf(operation), [signingHeaders.timestamp.toLowerCase()]: timestamp },
        }),
      ),
      ...operation.fields.flatMap(({ name, enum: values }) => [
        call(`without ${name}`, without(name)),
        ...[...WRONG, ...(values ?? []), 'OTHER'].map((value) =>
          call(`with ${name} ${JSON.stringify(value)}`, { ...whole, [name]: value }),
        ),
      ]),
      ...Object.values(signingHeaders).map((header) => {
        const { [header.toLowerCase()]: _, ...headers } = headersOf(operation);
        return call(`without ${header}`, whole, { headers });
      }),
    ];
  });
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function headersOf(operation: Operation): Record<string, string> {
  const body: Record<string, string> = operation.input === 'body' ? { 'content-type': 'application/json' } : {};
  if (operation.security === 'public') return body;
  const values = { timestamp: '1760000000123', apiKey: 'key', signature: 'a'.repeat(64) };
  const names = ['timestamp', 'apiKey', 'signature'] as const;
  return { ...body, ...Object.fromEntries(names.map((name) => [signingHeaders[name].toLowerCase(), values[name]])) };
}

/** What the sandbox answers to the described calls, and each of its answers with one thing wrong. */
export async function answers(): Promise<readonly Answered[]> {
  const sandbox = createSandbox();
  const all: Answered[] = [];
  for (const operation of Object.values(operations)) {
    const [input = {}] = descriptionOf(operation).inputExamples.map(({ value }) => value as Record<string, unknown>);
    const body = operation.input === 'body' ? JSON.stringify(input) : undefined;
    const query = operation.input === 'query' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const target = operation.path + query;
    const timestampMs = String(Date.now());
    const { apiKey, apiSecret } = sandbox.credentials;
    const signature = signRequest({ timestampMs, method: operation.method, target, body, apiSecret });
    const values = { timestamp: timestampMs, apiKey, signature };
    const signed = Object.entries(values).map(
      ([name, value]) => [signingHeaders[name as keyof typeof values], value] as [string, string],
    );
    const response = await sandbox.fetch(`http://sandbox${target}`, {
      method: operation.method,
      headers: [...signed, ['content-type', 'application/json']],
      ...(body !== undefined && { body }),
    });
    const whole = (await response.json()) as unknown;
    const answer = (title: string, change: Partial<Answered> = {}): void =>
      void all.push({
        operation,
        title: `${operation.operationId} answers ${title}`,
        status: response.status,
        headers: { 'content-type': 'application/json' },
        body: whole,
        ...change,
      });
    answer('as the sandbox does');
    for (const status of [201, 299, 400, 500]) answer(`with status ${status}`, { status });
    answer('with text', { headers: { 'content-type': 'text/csv' } });
    for (const wrong of WRONG) answer(JSON.stringify(wrong), { body: wrong });
    for (const [path, changed] of broken(whole)) answer(path, { body: changed });
  }
  return all;
}

/** The value with each of its members left out, renamed to nothing known, or of another type. */
function* broken(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (value === null || typeof value !== 'object') return;
  const keys = Array.isArray(value) ? ['0'] : Object.keys(value);
  const from = value as Record<string, unknown>;
  const copy = (edit: (of: Record<string, unknown>) => void): unknown => {
    const made = (Array.isArray(value) ? [...(value as unknown[])] : { ...from }) as Record<string, unknown>;
    edit(made);
    return made;
  };
  if (!Array.isArray(value)) yield [`${path} one more member`, copy((of) => (of['more'] = 1))];
  for (const key of keys.filter((name) => name in from)) {
    const at = `${path}/${key}`;
    yield [`${at} left out`, copy((of) => delete of[key])];
    for (const wrong of WRONG) yield [`${at} ${JSON.stringify(wrong)}`, copy((of) => (of[key] = wrong))];
    for (const [inner, changed] of broken(from[key], at)) yield [inner, copy((of) => (of[key] = changed))];
  }
}
