import type { ServiceDocument } from '../service-document.js';
import type { EndpointRow, HeaderCell, Payload, PayloadField, ResponseFieldRow } from './types.js';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...titles), `|${'---|'.repeat(titles.length)}`, ...rows.map((cells) => row(...cells))].join('\n');

const numbered = (texts: readonly string[]): string => texts.map((text, index) => `${index + 1}. ${text}`).join('\n');

function headerCell(headers: readonly HeaderCell[] | string): string {
  if (typeof headers === 'string') return headers;
  return headers.map(({ name, type }) => (type === null ? name : `${name} (${type})`)).join(', ');
}

function fieldCell({ name, type, required, default: value }: PayloadField, noneRequired: boolean): string {
  if (required) return `${name} (${type}, required)`;
  if (value !== undefined) return `${name} (${type}, default "${value}")`;
  return noneRequired ? `${name} (${type})` : `${name} (${type}, optional)`;
}

function payloadCell(payload: Payload): string {
  if (payload.kind === 'none') return payload.text;
  const kind = payload.kind === 'body' ? 'JSON body' : 'query';
  if ('table' in payload) return `${kind}: ${payload.table} fields above`;
  const noneRequired = payload.noneRequired === true;
  const fields = payload.fields.map((field) => fieldCell(field, noneRequired)).join(', ');
  return `${kind}: ${fields}${noneRequired ? '; none required' : ''}`;
}

const endpointCells = (endpoint: EndpointRow): readonly string[] => [
  String(endpoint.number),
  endpoint.name,
  endpoint.method,
  endpoint.path,
  headerCell(endpoint.headers),
  payloadCell(endpoint.payload),
  endpoint.returned,
];

const typeCell = ({ type, unit }: ResponseFieldRow): string => (unit === undefined ? type : `${type} (${unit})`);
const yes = (required: boolean): string => (required ? 'yes' : 'no');

/** The service document's sections in their order, keyed by heading; the heading's level is kept beside the text. */
export function renderSections(document: ServiceDocument): ReadonlyMap<string, { level: number; text: string }> {
  const silent = (heading: string): string =>
    document.notShown
      .filter((entry) => entry.heading === heading)
      .map((entry) => entry.statement)
      .join(' ');
  const { introduction: intro, authentication: auth } = document;
  const [contractHeading, otherHeading] = ['Contract record (public contracts response)', 'Other request fields'];
  return new Map(
    [
      { heading: intro.title, level: 1, text: intro.text },
      {
        heading: 'What the service does',
        level: 2,
        text: `${intro.purpose}\n\n${intro.abilities.map((ability) => `- ${ability}`).join('\n')}\n\n${intro.success}`,
      },
      { heading: 'Resources and their fields', level: 2, text: '' },
      {
        heading: 'Order (create request)',
        level: 3,
        text: table(
          ['Field', 'Type', 'Required', 'Allowed values / notes'],
          document.orderFields.map((f) => [f.name, f.type, yes(f.required), f.values?.join(', ') ?? f.note ?? '']),
        ),
      },
      {
        heading: 'Condition order (create request)',
        level: 3,
        text: table(
          ['Field', 'Type', 'Required'],
          document.conditionOrderFields.map((f) => [f.name, f.type, yes(f.required)]),
        ),
      },
      {
        heading: otherHeading,
        level: 3,
        text: `${table(
          ['Field', 'Type', 'Used by', 'Notes'],
          document.otherRequestFields.map((f) => [
            f.name,
            f.type,
            f.usedBy.map((use) => use.words).join(', '),
            f.notes.map((note) => note.words).join('; '),
          ]),
        )}\n\n${silent(otherHeading)}`,
      },
      {
        heading: 'Server time (response of the time endpoint)',
        level: 3,
        text: table(
          ['Field', 'Type', 'Notes'],
          document.serverTimeFields.map((f) => [f.name, f.type, f.note ?? '']),
        ),
      },
      {
        heading: contractHeading,
        level: 3,
        text: `${document.contractEnvelope.text}\n\n${table(
          ['Field', 'Type'],
          document.contractFields.map((f) => [f.name, typeCell(f)]),
        )}\n\n${silent(contractHeading)}`,
      },
      { heading: 'States and transitions', level: 2, text: silent('States and transitions') },
      {
        heading: 'Endpoints',
        level: 2,
        text: `${document.endpointsPreface}\n\n${table(
          ['#', 'Name', 'Method', 'Path', 'Headers (all required)', 'Payload sent', 'Returned'],
          document.endpoints.map(endpointCells),
        )}\n\nRules:\n\n${numbered(document.rules.map((rule) => rule.text))}`,
      },
      {
        heading: 'Authentication',
        level: 2,
        text: `1. ${auth[1]}\n2. ${auth[2]}\n\n${table(
          ['Header', 'Content'],
          document.signedHeaders.map((header) => [header.name, header.content]),
        )}\n\n3. ${auth[3]}\n4. ${auth[4]}\n5. ${auth[5]}\n6. ${silent('Authentication')}`,
      },
      { heading: 'Events', level: 2, text: silent('Events') },
      { heading: 'Errors', level: 2, text: numbered([document.success.text, silent('Errors')]) },
      {
        heading: 'Limits',
        level: 2,
        text: `${table(
          ['Limit', 'Applies to', 'Value'],
          document.limits.map((l) => [l.limit, l.appliesTo.map((a) => a.name).join(', '), l.value]),
        )}\n\n${silent('Limits')}`,
      },
      {
        heading: 'Versioning',
        level: 2,
        text: numbered([document.versioning[1], document.versioning[2], silent('Versioning')]),
      },
    ].map(({ heading, level, text }) => [heading, { level, text }]),
  );
}

/** Writes the transcription back as the Markdown it was taken from, byte for byte. */
export function renderServiceDocument(document: ServiceDocument): string {
  return [...renderSections(document)]
    .flatMap(([heading, { level, text }]) => [`${'#'.repeat(level)} ${heading}`, ...(text === '' ? [] : [text])])
    .join('\n\n');
}
