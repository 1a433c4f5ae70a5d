/** The service document as data: its tables and sentences, read from its text alone and not from `openapi/`. */
import { readFileSync } from 'node:fs';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly values: readonly string[];
  /** The statements of the tables on the field, in the parts that a semicolon divides. */
  readonly notes: readonly string[];
  readonly default: string | undefined;
  readonly maximum: string | undefined;
}

export interface EndpointRow {
  readonly number: number;
  readonly name: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** A list of cells, or the words that the row prints instead of one. */
  readonly headers: readonly { readonly name: string; readonly type: string }[] | 'none declared' | 'none';
  readonly query: readonly Field[];
  /** Absent where no body is declared. */
  readonly body: readonly Field[] | undefined;
}

export interface ResponseField {
  readonly name: string;
  readonly type: string;
  readonly unit: string | undefined;
  readonly note: string;
}

export type ServiceDocument = ReturnType<typeof readServiceDocument>;

/** Operations whose id is not the document's own name in camel case. */
const RENAMED: Readonly<Record<string, string>> = {
  'Get Order Details': 'getOrder',
  'Change Leverage Ratio': 'changeLeverage',
  'Server Time': 'getServerTime',
  Contracts: 'getContracts',
};

const operationIdOf = (name: string): string =>
  RENAMED[name] ?? name.charAt(0).toLowerCase() + name.slice(1).replaceAll(' ', '');

function sectionsOf(text: string): ReadonlyMap<string, { readonly level: number; readonly text: string }> {
  const [, ...parts] = text.split(/^(#+) (.*)$/mu);
  const headings = parts.flatMap((marks, index) => (index % 3 === 0 ? [index] : []));
  return new Map(headings.map((at) => [parts[at + 1]!, { level: parts[at]!.length, text: parts[at + 2]!.trim() }]));
}

/** The cells of the table in a section, its titles left out. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));

/** `X-CH-TS (integer)` and `limit (string, default "100")` as name and words in brackets. */
function inBrackets(cell: string): readonly [string, ...string[]] {
  const [, name = cell, words = ''] = /^([\w-]+) \((.*)\)$/u.exec(cell) ?? [];
  return [name, ...words.split(', ')];
}

const partsOf = (notes: string): string[] => (notes === '' ? [] : notes.split('; '));

export function readServiceDocument(text: string) {
  const sections = sectionsOf(text);
  const textOf = (heading: string): string => sections.get(heading)!.text;
  const numbered = (heading: string): string[] =>
    [...textOf(heading).matchAll(/^\d+\. (.*)$/gmu)].map(([, sentence = '']) => sentence);

  const limits = rowsOf(textOf('Limits')).map(([limit, appliesTo = '', value = '']) => {
    return { limit, operationIds: appliesTo.split(', ').map(operationIdOf), value };
  });
  const limitOf = (limit: string, operationId: string): string | undefined =>
    limits.find((each) => each.limit === limit && each.operationIds.includes(operationId))?.value;

  const shared = rowsOf(textOf('Other request fields'));

  function field(operationId: string, name: string, type: string, required: boolean, cell = ''): Field {
    const isList = /^[A-Z_]+(?:, [A-Z_]+)*$/u.test(cell);
    const [, , , notes = isList ? '' : cell] = shared.find((row) => row[0] === name && row[1] === type) ?? [];
    return {
      name,
      type,
      required,
      values: isList ? cell.split(', ') : [],
      notes: partsOf(notes).filter(
        (note) => !note.startsWith('for trade history') || operationId === 'getTradeHistory',
      ),
      default: name === 'limit' ? limitOf('limit default', operationId) : undefined,
      maximum: name === 'limit' ? limitOf('limit maximum', operationId) : undefined,
    };
  }

  function payloadFields(operationId: string, list: string): readonly Field[] {
    const [, table] = /^(.*) fields above$/u.exec(list) ?? [];
    if (table === undefined) {
      return list.split(/; none required$|(?<=\)), /u).flatMap((cell) => {
        const [name, type = '', how] = inBrackets(cell);
        return cell === '' ? [] : [field(operationId, name, type, how === 'required')];
      });
    }
    return rowsOf(textOf(`${table} (create request)`)).map(([name = '', type = '', required, notes]) =>
      field(operationId, name, type, required === 'yes', notes),
    );
  }

  const endpoints = rowsOf(textOf('Endpoints')).map(
    ([number, name = '', method = '', path = '', headers = '', payload = '']): EndpointRow => {
      const operationId = operationIdOf(name);
      const [, kind, list = ''] = /^(JSON body|query): (.*)$/u.exec(payload) ?? [];
      const fields = payloadFields(operationId, list);
      return {
        number: Number(number),
        name,
        operationId,
        method,
        path,
        headers:
          headers === 'none' || headers === 'none declared'
            ? headers
            : // Row 1 prints the type of every header; where another row leaves it out, it is the same header.
              headers.split(', ').map((cell) => ({ name: inBrackets(cell)[0], type: inBrackets(cell)[1] || 'string' })),
        query: kind === 'query' ? fields : [],
        body: kind === 'JSON body' ? fields : undefined,
      };
    },
  );

  /** The operations that a sentence names, by name or number, or that it means by "the trading responses". */
  function boundBy(sentence: string): readonly EndpointRow[] {
    const [, numbers = ''] = /endpoints ([\d, and]+)/u.exec(sentence) ?? [];
    const named = new Set(numbers.match(/\d+/gu));
    const found = endpoints.filter(({ number, name }) => sentence.includes(name) || named.has(String(number)));
    return sentence.includes('trading responses') ? endpoints.filter(({ headers }) => headers !== 'none') : found;
  }

  const rules = numbered('Endpoints').map((rule, index) => ({
    number: index + 1,
    text: rule,
    /** The words that must be found at the operations they bind: a rule about one operation goes without its name. */
    clauses: rule.split(/(?<=\.) |; (?=Change)/u).map((clause) => {
      const bound = boundBy(clause);
      const words = clause.replace(/\.$/u, '');
      return {
        words: bound.length === 1 ? words.replace(new RegExp(`^${bound[0]!.name}:? `, 'u'), '') : words,
        binds: bound.map(({ operationId }) => operationId),
      };
    }),
  }));

  const responseFields = (heading: string): ResponseField[] =>
    rowsOf(textOf(heading)).map(([name = '', type = '', note = '']) => {
      const [plain, unit] = inBrackets(type);
      return { name, type: plain, unit: unit || /^milliseconds/u.exec(note)?.[0], note };
    });

  return {
    text,
    sections,
    title: [...sections.keys()][0]!,
    baseAddress: /The base address is (\S+)\./u.exec(text)![1]!,
    endpoints,
    rules,
    limits,
    securityTypes: new Map(
      rules.flatMap(({ clauses }) =>
        clauses.flatMap(({ words, binds }) => {
          const [, type] = /security type ([A-Z]+)$/u.exec(words) ?? [];
          return type === undefined ? [] : binds.map((operationId) => [operationId, type] as const);
        }),
      ),
    ),
    serverTimeFields: responseFields('Server time (response of the time endpoint)'),
    contractFields: responseFields('Contract record (public contracts response)'),
    /** `code` (string), `msg` (string), `data` (object) and `data.contracts` (array). */
    contractEnvelope: [...textOf('Contract record (public contracts response)').matchAll(/`([\w.]+)` \((\w+)/gu)].map(
      ([, path = '', type = '']) => ({ path, type }),
    ),
    signedHeaders: rowsOf(textOf('Authentication')).map(([name = '', content = '']) => ({ name, content })),
    /** The numbered sentences that no table and no rule repeats. */
    sentences: [...numbered('Authentication'), ...numbered('Versioning')].filter(
      (sentence) => !sentence.endsWith(':') && !sentence.includes('not shown'),
    ),
    /** Everything that the document says it does not show: its statements, word for word. */
    notShown: [...sections].flatMap(([heading, section]) =>
      section.text
        .split(/\n(?:\d+\. )?|(?<=[.;]) |; /u)
        .filter((statement) => statement.includes('not shown'))
        .map((statement) => ({ heading, statement })),
    ),
  };
}

export const serviceDocument = readServiceDocument(
  readFileSync(new URL('service-document.md', import.meta.url), 'utf8'),
);
