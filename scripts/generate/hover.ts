import packageJson from '../../package.json' with { type: 'json' };
import type { Example } from './described-operation.js';
import type { About, Evidence, SeenValues } from './evidence.js';
import { literal } from './literal.js';
import { refuse } from './refuse.js';
import { oneLine } from './text.js';
import { type FieldModel, isNeeded, type OperationModel } from './model.js';
import type { Json } from './references.js';

/*
 * The hover text of an editor: the meaning, the values, one warning where money depends on it, an example. How many sources saw
 * it is in brackets, once, behind all that was seen. Who they are, and what is open, is on the reference page.
 */

/** Texts of `openapi/hints.yaml`, by `operationId` or `operationId.field`. */
export type Hints = Readonly<Record<string, string>>;

/**
 * Reads the hints of the bundle.
 *
 * @throws {Error} When a hint is for an operation or a field that does not exist.
 */
export function readHints(document: Json, operations: readonly OperationModel[]): Hints {
  const { 'x-evidence': _mark, 'x-evidence-note': _note, ...hints } = (document['x-hints'] ?? {}) as Hints;
  const known = operations.flatMap(({ operationId, fields, selectors }) => [
    operationId,
    selectors?.methodWithout,
    ...fields.map(({ name }) => `${operationId}.${name}`),
  ]);
  const lost = Object.keys(hints).find((key) => !known.includes(key));
  if (lost !== undefined) refuse(lost, 'a hint for nothing', 'Name an operation, or an input field of one');
  const origins = new Map((document['x-sources'] as Json[]).map(({ id, origin }) => [String(id), String(origin)]));
  return Object.fromEntries(Object.entries(hints).map(([key, text]) => [key, withCounts(key, text, origins)]));
}

/** Writes the number of sources behind each statement that names its own: no statement has the count of another. */
function withCounts(key: string, text: string, origins: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\(observed ([A-Z ]+)\)/g, (_, ids: string) => {
    const own = ids
      .split(' ')
      .map((id) => origins.get(id) ?? refuse(key, `source ${id} is not in the table`, 'See openapi/sources.yaml'));
    return `(${seenBy({ mark: 'observed', count: new Set(own).size })})`;
  });
}

export function methodHover(
  operation: OperationModel,
  hints: Hints,
  examples: readonly Example[],
): (string | undefined)[] {
  const { operationId, about, effect, safeMethod, security, selectors } = operation;
  const { methodWithout, fields: names = [] } = selectors ?? {};
  return markedOnce([
    meaning(about, hints[operationId]),
    methodWithout && `\`${methodWithout}\` is the call without ${names.join(' and ')}.`,
    WARNINGS[effect],
    safeMethod && `\`${safeMethod}\` makes this call once, and looks up what happened after a lost response.`,
    SIGNED[security],
    `@example\n\`\`\`ts\n${exampleCall(operation, examples)}\n\`\`\``,
    [`@throws {FuturesError} Its \`outcome\` says whether the service may have acted.`, ...links(operation)].join('\n'),
  ]);
}

export function hoverWithout(operation: OperationModel, hints: Hints): (string | undefined)[] {
  const { operationId, effect, security, selectors } = operation;
  return [
    hints[selectors!.methodWithout!],
    WARNINGS[effect],
    SIGNED[security],
    `@throws {FuturesError} Its \`outcome\` says whether the service may have acted.\n@see {@link FuturesOperations.${operationId}}`,
  ];
}

export const inputName = ({ operationId, fields }: Pick<OperationModel, 'operationId' | 'fields'>): string =>
  fields.length === 0 ? 'NoInput' : `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`;

/** The text that an editor can open: the fields with their meaning, and the reference page once a publisher has given the site an address. */
function links({ operationId, fields }: OperationModel): readonly string[] {
  const { homepage } = packageJson as { readonly homepage?: string };
  const page = homepage === undefined ? [] : [`@see {@link ${homepage.replace(/\/$/, '')}/${operationId}.html}`];
  return [...(fields.length === 0 ? [] : [`@see {@link ${inputName({ operationId, fields })}}`]), ...page];
}

export function inputHover(
  operationId: string,
  field: FieldModel,
  hints: Hints,
  selectors?: OperationModel['selectors'],
): (string | undefined)[] {
  const { name, about, enum: values, default: preset, maximum, required } = field;
  const isOurs = !required && isNeeded(field, selectors);
  return markedOnce([
    meaning(about, hints[`${operationId}.${name}`]),
    values && `Values: ${values.map((value) => `\`${value}\``).join(', ')}.`,
    valuesText(about.observedValues),
    preset === undefined ? undefined : `Default \`${preset}\`, applied by the service.`,
    maximum === undefined ? undefined : `Maximum \`${maximum}\`.`,
    isOurs ? `**Required** by this client: \`${selectors!.methodWithout}\` is the call without it.` : undefined,
  ]);
}

/** The help of an operation on the command line: the same meaning, as plain text. */
export const operationHelp = ({ operationId, about }: OperationModel, hints: Hints): string =>
  asPlainText([meaning(about, hints[operationId])]);

export const helpWithout = ({ selectors }: OperationModel, hints: Hints): string | undefined =>
  selectors?.methodWithout && asPlainText([hints[selectors.methodWithout]]);

export const fieldHelp = (key: string, about: About, hints: Hints): string =>
  asPlainText([meaning(about, hints[key]), valuesText(about.observedValues)]);

const asPlainText = (paragraphs: readonly (string | undefined)[]): string =>
  markedOnce(paragraphs)
    .filter((text) => text !== undefined)
    .join('\n')
    .replaceAll(/`|\*\*/g, '');

/** The hover of a result, or of a field of one. */
export const resultHover = (about: About) => markedOnce([meaning(about), valuesText(about.observedValues)]);

const WARNINGS: Readonly<Record<string, string>> = {
  money: '**Moves money.** After outcome `unknown`, look up what happened before you retry.',
  wipe: '**Cancels orders.** After outcome `unknown`, look at the open orders before you retry.',
};

const SIGNED: Readonly<Record<OperationModel['security'], string | undefined>> = {
  signed: undefined,
  undeclared: 'Signed if the client has credentials.',
  public: 'Public, never signed.',
};

/** The meaning of a field. A hint stands for what is declared and what was observed; without one, the description speaks. */
function meaning({ text = '', evidence, observed }: About, hint?: string): string | undefined {
  if (hint !== undefined) return /\(observed[^)]*\)\.?$/.test(hint) ? hint : marked(hint, evidence);
  const said = [marked(plain(text), evidence), ...observed.map((one) => marked(oneLine(one.text), one.evidence))];
  return said.filter((part) => part !== undefined).join('\n\n');
}

/** Sentences about what the service document leaves open, or repeats as a rule. */
const ASIDE = /^Rule \d+ \(declared\)|: not shown|^Declared as/;

const plain = (text: string): string =>
  oneLine(text)
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => !ASIDE.test(sentence))
    .join(' ');

function valuesText(seen: SeenValues | undefined): string | undefined {
  if (seen === undefined) return undefined;
  const { values, text = '', evidence } = seen;
  if (values === undefined) return marked(oneLine(text), evidence);
  const list = Object.entries(values).map(([value, means]) => `\`${value}\` ${means}`);
  return marked(`Values: ${list.join('; ')}.`, evidence);
}

/** A text with how sure it is in brackets at its end; nothing is added to what is declared. */
function marked(text: string, evidence: Evidence): string | undefined {
  if (text === '' || evidence.mark === 'declared') return text || undefined;
  return text.endsWith(' sources).') ? text : `${text.replace(/\.$/, '')} (${seenBy(evidence)}).`;
}

const MARK = / \(observed(?: in \d+ sources?)?\)/g;

/** The same with one mark behind the last of what was observed, and the number of sources where all statements have it. */
function markedOnce(paragraphs: readonly (string | undefined)[]): (string | undefined)[] {
  const [mark, ...others] = new Set(paragraphs.join('').match(MARK));
  const last = paragraphs.findLastIndex((text) => text?.match(MARK));
  return paragraphs.map((text, at) => {
    const bare = text?.replaceAll(MARK, '');
    return at === last ? `${bare!.replace(/\.$/, '')}${others.length === 0 ? mark : ' (observed)'}.` : bare;
  });
}

const seenBy = ({ mark, count }: Evidence): string =>
  count === undefined ? mark : `${mark} in ${count} ${count === 1 ? 'source' : 'sources'}`;

/** A call to paste, of the example that shows most fields. */
function exampleCall({ operationId, fields, result }: OperationModel, examples: readonly Example[]): string {
  const size = ({ value }: Example): number => Object.keys(value as object).length;
  const [fullest] = examples.toSorted((a, b) => size(b) - size(a));
  const given = fields.length === 0 || fullest === undefined ? '' : literal(asText(fullest.value as object, fields), 0);
  return `const ${result.shape === 'list' ? 'records' : 'result'} = await client.${operationId}(${given});`;
}

/** Decimals as text, which keeps every digit. */
function asText(input: object, fields: readonly FieldModel[]): object {
  const decimals = new Set(fields.filter(({ kind }) => kind === 'decimal').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      decimals.has(name) && !Number.isInteger(value) ? String(value) : value,
    ]),
  );
}
