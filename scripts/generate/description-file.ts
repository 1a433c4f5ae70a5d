import { createHash } from 'node:crypto';
import type { DescribedField } from './described-field.js';
import type { DescribedOperation, Description } from './described-operation.js';
import type { Mark } from './evidence.js';
import { fieldHelp, helpWithout, type Hints, operationHelp, readHints } from './hover.js';
import { literal } from './literal.js';
import { BANNER } from './text.js';
import type { Json } from './references.js';

const TYPES = `
/** Evidence of a fact, and the number of independent sources that saw it; who they are is in openapi/. */
export interface Sourced {
  readonly evidence: Evidence;
  readonly sources?: number;
}

/** A fact that carries its evidence: there is no way to it but through what it is wrapped in. */
export interface Fact<T> extends Sourced {
  readonly value: T;
}

/** Things sorted by how sure they are: who wants them has to say which. */
export type ByEvidence<T> = { readonly [Mark in Evidence]: readonly T[] };

/** One input field in words. */
export interface InputField extends Sourced {
  readonly name: string;
  /** Its meaning, and the values that were seen. */
  readonly help: string;
  /** JSON type of the schema: \`number\`, \`integer\`, \`string\`. */
  readonly type: string;
  /** Applied by the service. */
  readonly default?: unknown;
}

/** A field of a result, without its envelope. */
export interface ResultField {
  /** Path from the top of the result: \`contracts.bid\`. */
  readonly path: string;
  readonly kind: Kind;
  /** JSON types of the value; of an array of scalars, those of its entries. */
  readonly jsonTypes: readonly string[];
}

/** The description of one operation besides the table: texts, examples, schemas. */
export interface OperationDescription {
  readonly summary: string;
  /** Its meaning. */
  readonly help: string;
  /** The effect of the method that leaves its selectors out. */
  readonly helpWithout?: string;
  readonly securityType: Fact<string>;
  readonly weight?: Fact<number>;
  readonly speedLimit?: Fact<string>;
  readonly rateLimit?: Fact<{ readonly requests: number; readonly perSeconds: number }>;
  /** Ids of the open questions that touch it in particular. */
  readonly unknowns: readonly string[];
  readonly input: readonly InputField[];
  readonly inputExamples: readonly Fact<Readonly<Record<string, unknown>>>[];
  readonly result: {
    readonly schema: ResultSchema;
    /** True when it is declared that the result comes as \`data\` of an envelope. */
    readonly enveloped: boolean;
    readonly fields: ByEvidence<ResultField>;
  };
  /** HTTP statuses; \`default\` stands for all that are not named. */
  readonly statuses: ByEvidence<string>;
  /** Bodies of responses. */
  readonly examples: readonly Fact<unknown>[];
}

/** A question that the service document leaves open. */
export interface Unknown {
  readonly id: UnknownId;
  readonly question: string;
  /** Conformance checks that measure it, or why none can. */
  readonly check: readonly string[] | string;
}
`;

/** Text of `description.ts`: what the tools read of the description, and the client does not. */
export function descriptionFile(document: Json, { operations, unknowns }: Description): string {
  const hints = readHints(
    document,
    operations.map(({ operation }) => operation),
  );
  const rows = operations.map((one) => `  ${one.operation.operationId}: ${literal(row(one, hints), 1)},`).join('\n');
  const questions = unknowns.map(({ id, question, check }) => `  ${literal({ id, question, check }, 1)},`).join('\n');
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  const schemas = [...new Set(operations.map(({ result }) => `'${result.schema}'`))];
  return [
    BANNER,
    `import type { Evidence, Kind, OperationId } from './operations.js';`,
    `/** Components of the description that results are made of. */\nexport type ResultSchema = ${schemas.join(' | ')};`,
    TYPES.trim(),
    textInputs(operations),
    resultNames(operations),
    `/** SHA-256 of the bundled description, as lower-case hex. */\nexport const descriptionDigest = '${digest}';`,
    `/** Ids of the questions that the service document leaves open. */\nexport type UnknownId = ${unknowns.map(({ id }) => `'${id}'`).join(' | ')};`,
    `export const unknowns: readonly Unknown[] = [\n${questions}\n];`,
    `export const description: { readonly [Id in OperationId]: OperationDescription } = {\n${rows}\n};`,
    '',
  ].join('\n\n');
}

/** Field by field what can be sent: what the document makes optional is optional here. */
function textInputs(operations: readonly DescribedOperation[]): string {
  const members = operations.map(({ operation: { operationId, fields } }) => {
    const inner = fields.map(({ name, kind, required, enum: values }) => {
      const text = values?.map((value) => literal(value, 0)).join(' | ') ?? TEXTS[kind] ?? 'string';
      return `    readonly ${name}${required ? ': ' : '?: '}${text}${required ? '' : ' | undefined'};\n`;
    });
    const type = inner.length === 0 ? '{ readonly [field: string]: never }' : `{\n${inner.join('')}  }`;
    return `  readonly ${operationId}: ${type};`;
  });
  const names = [...new Set(operations.flatMap(({ operation: { fields } }) => fields.map(({ name }) => `'${name}'`)))];
  return `/** Name of an input field of some operation. */\nexport type FieldName = ${names.join(' | ')};\n\n/** The input of each operation as text, field by field, as a server reads it. */\nexport interface TextInputs {\n${members.join('\n')}\n}`;
}

function resultNames(operations: readonly DescribedOperation[]): string {
  const paths = operations.flatMap(({ result }) => result.fields.map(({ path }) => path));
  const names = [...new Set(paths.map((path) => literal(path.slice(path.lastIndexOf('.') + 1), 0)))];
  return `/** Name of a field of some result, with any evidence. */\nexport type ResultName = ${names.join(' | ')};`;
}

const TEXTS: Readonly<Record<string, string>> = { boolean: "'true' | 'false'" };

function row(one: DescribedOperation, hints: Hints): object {
  const { operationId, summary, unknowns } = one.operation;
  return {
    summary,
    help: operationHelp(one.operation, hints),
    ...(one.operation.selectors?.methodWithout && { helpWithout: helpWithout(one.operation, hints) }),
    securityType: flat(one.securityType),
    ...(one.weight && { weight: flat(one.weight) }),
    ...(one.speedLimit && { speedLimit: flat(one.speedLimit) }),
    ...(one.rateLimit && { rateLimit: flat(one.rateLimit) }),
    unknowns,
    input: one.input.map((field) => inputField(operationId, field, hints)),
    inputExamples: one.inputExamples.map(({ value, evidence }) => flat({ value, evidence })),
    result: { schema: one.result.schema, enveloped: one.enveloped, fields: byEvidence(one.result.fields) },
    statuses: statusesOf(one),
    examples: one.examples.map(({ value, evidence }) => flat({ value, evidence })),
  };
}

function statusesOf({ operation, statuses }: DescribedOperation): Readonly<Record<Mark, string[]>> {
  const all = [{ status: '200', evidence: operation.about.evidence }, ...statuses];
  const of = (mark: Mark) => all.filter(({ evidence }) => evidence.mark === mark).map(({ status }) => status);
  return { declared: of('declared'), observed: of('observed'), assumed: of('assumed') };
}

function inputField(
  operationId: string,
  { path, jsonTypes, default: value, about }: DescribedField,
  hints: Hints,
): object {
  return {
    name: path,
    help: fieldHelp(`${operationId}.${path}`, about, hints),
    type: jsonTypes.join(' or '),
    ...flat({ evidence: about.evidence }),
    ...(value !== undefined && { default: value }),
  };
}

function byEvidence(fields: readonly DescribedField[]): Readonly<Record<Mark, object[]>> {
  const of = (mark: Mark) =>
    fields
      .filter(({ about }) => about.evidence.mark === mark)
      .map(({ path, kind, jsonTypes }) => ({ path, kind, jsonTypes }));
  return { declared: of('declared'), observed: of('observed'), assumed: of('assumed') };
}

/** Mark and number of sources beside what they are about. */
function flat<T extends { readonly evidence: DescribedField['about']['evidence'] }>({ evidence, ...rest }: T): object {
  const { mark, count } = evidence;
  return { ...rest, evidence: mark, ...(count !== undefined && { sources: count }) };
}
