import type { Json } from './bundle.js';
import { type OperationModel, readTotalRates } from './model.js';
import { literal } from './literal.js';
import { BANNER } from './text.js';

const TYPES = `
/** What a scalar input is; decides how it is checked and written. */
export type Kind = 'string' | 'id' | 'decimal' | 'code' | 'count' | 'unix-time-ms' | 'integer' | 'number' | 'boolean';

/** One input field. */
export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** The declared JSON type: how the value is written in a body. */
  readonly wire: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maximum?: string;
  /** What a call does when this field is left out (the named method insists on it for that reason). */
  readonly effectWhenOmitted?: Effect;
}

/** What a repeat or a mistake can cost: nothing, a setting, money, or more orders than were meant. */
export type Effect = 'read' | 'reversible' | 'money' | 'wipe';

/** One row per operation of the description. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Absent when the service document declares the operation. */
  readonly evidence?: 'observed' | 'assumed';
  readonly effect: Effect;
  readonly weight?: number;
  /** Observed, not declared: at most this many requests of this operation in a window. */
  readonly rateLimit?: { readonly requests: number; readonly perSeconds: number };
  /** signed: three headers declared; undeclared: none declared, but not listed as public either; public: never signed. */
  readonly security: 'signed' | 'undeclared' | 'public';
  /** Declared type of X-CH-TS; null when the header is not declared. */
  readonly timestampHeader: 'string' | 'integer' | null;
  readonly input: 'body' | 'query' | 'none';
  /** A GET that carries a JSON body. */
  readonly getBody: boolean;
  readonly fields: readonly Field[];
  /** What is left of an answer when its envelope is taken off. */
  readonly result: 'object' | 'single' | 'list' | 'acknowledgement';
  /** Answer fields that arrive as numbers; every other number arrives as text. */
  readonly numberKeys: readonly string[];
}
`;

/** Text of `operations.ts`: the table that drives client, tests, tour and kit. */
export function operationsFile(document: Json, operations: readonly OperationModel[]): string {
  const ids = operations.map((operation) => `'${operation.operationId}'`).join(' | ');
  const rows = operations.map((operation) => `  ${operation.operationId}: ${literal(row(operation), 1)},`).join('\n');
  return [
    BANNER,
    `export type OperationId = ${ids};`,
    TYPES.trim(),
    `/** Observed, not declared (unknowns limits.rates, limits.counted-by): total weight in a window, by address and by user. */\nexport const rateLimits = ${literal(readTotalRates(document), 0)} as const;`,
    `export const operations: { readonly [Id in OperationId]: Operation } = {\n${rows}\n};`,
    '',
  ].join('\n\n');
}

/** Text of `names.ts`: what is needed of the description even where there is no call. */
export function namesFile(document: Json): string {
  const schemes = Object.entries(document['components'].securitySchemes as Json).map(([name, scheme]) => [
    name,
    scheme.name,
  ]);
  const names = literal(Object.fromEntries(schemes), 0);
  const headers = `/** Names of the three signing headers, by security scheme. */\nexport const signingHeaders = ${names} as const;`;
  return [BANNER, headers, ''].join('\n\n');
}

function row({ node: _node, operationId, method, path, input, fields, result, ...operation }: OperationModel): object {
  return {
    operationId,
    method,
    path,
    ...operation,
    input,
    result: result.shape,
    getBody: method === 'GET' && input === 'body',
    fields: fields.map(({ node: _described, default: _default, ...field }) => field),
  };
}
