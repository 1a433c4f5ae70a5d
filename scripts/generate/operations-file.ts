import type { Json } from './references.js';
import { type OperationModel, readTotalRates } from './model.js';
import { literal } from './literal.js';
import { BANNER } from './text.js';

const TYPES = `
/** The kind of a scalar input; decides how it is checked and written. */
export type Kind = 'string' | 'id' | 'decimal' | 'code' | 'count' | 'unix-time-ms' | 'integer' | 'number' | 'boolean';

/** Evidence of a fact: the service document says it, public sources agree on it, or it is our reading. */
export type Evidence = 'declared' | 'observed' | 'assumed';

interface FieldFacts {
  readonly name: string;
  readonly kind: Kind;
  /** The declared JSON type: how the value is written in a body. */
  readonly wire: 'string' | 'number' | 'boolean';
  /** A call is not complete without it. What the client alone insists on is in \`selectors\` of the operation. */
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maximum?: string;
  /** The effect of a call when this field is left out, which only \`selectors.methodWithout\` does. */
  readonly effectWhenOmitted?: Effect;
}

/** An input field that the service document names. Servers are judged by these alone. */
export interface DeclaredField extends FieldFacts {
  readonly evidence: 'declared';
}

/** An input field that was seen, or is our reading: a correct server may not know it. */
export interface UndeclaredField extends FieldFacts {
  readonly evidence: 'observed' | 'assumed';
}

/** One input field, with the codes that were seen in place of a number: \`observed: 1 = cross, 2 = isolated\`. */
export type Field = (DeclaredField | UndeclaredField) & { readonly codes?: string };

/** The cost of a repeat or a mistake: nothing, a setting, money, or more orders than were meant. */
export type Effect = 'read' | 'reversible' | 'money' | 'wipe';

/** Fields that say what a call is about: one that is there but undefined is refused. */
export interface Selectors {
  readonly fields: readonly string[];
  /** The meaning of a call without them. */
  readonly without: string;
  /** The method that leaves them out on purpose; every other call needs one of them. */
  readonly methodWithout?: MethodWithout;
}

/** One row per operation of the description. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly evidence: Evidence;
  /** Other spellings of the path that deployments ask for. */
  readonly pathVariants?: { readonly evidence: Evidence; readonly trailingSlash: string };
  readonly effect: Effect;
  /** The method of the client that makes the call once, and looks up what happened after a lost response. */
  readonly safeMethod?: string;
  /** Declared. */
  readonly weight?: number;
  /** At most this many requests of this operation in a window. */
  readonly rateLimit?: { readonly evidence: Evidence; readonly requests: number; readonly perSeconds: number };
  /** signed: three headers declared; undeclared: none declared, but not listed as public either; public: never signed. */
  readonly security: 'signed' | 'undeclared' | 'public';
  /** Declared type of X-CH-TS; null when the header is not declared. */
  readonly timestampHeader: 'string' | 'integer' | null;
  readonly input: 'body' | 'query' | 'none';
  /** A GET that carries a JSON body. */
  readonly getBody: boolean;
  readonly fields: readonly Field[];
  readonly selectors?: Selectors;
  /** The part of a response inside its envelope. */
  readonly result: 'object' | 'single' | 'list' | 'acknowledgement';
  /** Described fields of the result, of which one at least has to be there; none of an acknowledgement. */
  readonly resultFields: readonly string[];
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
    `/** Methods that leave the selectors of an operation out on purpose. */\nexport type MethodWithout = ${methodsWithout(operations)};`,
    TYPES.trim(),
    `/** The unknowns limits.rates and limits.counted-by: total weight in a window, by address and by user. */\nexport const rateLimits = ${literal(readTotalRates(document), 0)} as const;`,
    `export const operations: { readonly [Id in OperationId]: Operation } = {\n${rows}\n};`,
    '',
  ].join('\n\n');
}

/** Text of `names.ts`: the parts of the description that are needed even where there is no call. */
export function namesFile(document: Json): string {
  const schemes = Object.entries(document['components'].securitySchemes as Json).map(([name, scheme]) => [
    name,
    scheme.name,
  ]);
  const names = literal(Object.fromEntries(schemes), 0);
  const headers = `/** Names of the three signing headers, by security scheme. */\nexport const signingHeaders = ${names} as const;`;
  return [BANNER, headers, ''].join('\n\n');
}

function methodsWithout(operations: readonly OperationModel[]): string {
  const names = operations.flatMap(({ selectors }) => selectors?.methodWithout ?? []);
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}

export function row(model: OperationModel): object {
  const { about: _about, summary: _summary, unknowns: _unknowns, ...operation } = model;
  const { method, input, fields, result } = operation;
  return {
    ...operation,
    result: result.shape,
    getBody: method === 'GET' && input === 'body',
    fields: fields.map(({ about: _described, default: _default, ...field }) => field),
  };
}
