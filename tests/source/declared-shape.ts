/** What the service document declares about each operation, as the tree that the truth gate walks beside a bundle. */
import type { ServiceDocument } from './service-document.js';
import type { EndpointRow } from './service-document/types.js';
import { documentTable, type Field } from './tables.js';

/** The declared part of a schema; whatever it does not name is not declared. */
export interface Shape {
  readonly properties?: ReadonlyMap<string, Shape>;
  readonly items?: Shape;
  readonly values?: readonly string[];
  readonly default?: string;
  readonly maximum?: string;
}

export interface DeclaredOperation {
  readonly row: EndpointRow;
  /** Keys are `header X-CH-TS` and `query limit`. */
  readonly parameters: ReadonlyMap<string, Shape>;
  readonly body: Shape | undefined;
  readonly answer: Shape;
  readonly weight: number | undefined;
  readonly securityType: string | undefined;
}

function fieldShape(field: Field): Shape {
  return {
    ...(Array.isArray(field.enum) ? { values: field.enum.map(String) } : {}),
    ...(typeof field.default === 'string' ? { default: field.default } : {}),
    ...(typeof field.maximum === 'string' ? { maximum: field.maximum } : {}),
  };
}

const objectOf = (names: readonly string[]): Shape => ({ properties: new Map(names.map((name) => [name, {}])) });

function answerShape(document: ServiceDocument, operationId: string): Shape {
  if (operationId === 'getServerTime') return objectOf(document.serverTimeFields.map(({ name }) => name));
  if (operationId !== 'getContracts') return {};
  const record = objectOf(document.contractFields.map(({ name }) => name));
  const data: Shape = { properties: new Map([['contracts', { items: record }]]) };
  return {
    properties: new Map(
      Object.keys(document.contractEnvelope.fields).map((name) => [name, name === 'data' ? data : {}]),
    ),
  };
}

export function declaredOperation(document: ServiceDocument, row: EndpointRow): DeclaredOperation {
  const table = documentTable(document, row);
  const weights = document.limits.find(({ limit }) => limit === 'weight');
  const weighted = weights?.appliesTo.some(({ operationId }) => operationId === row.operationId) === true;
  return {
    row,
    parameters: new Map([
      ...table.headers.map(({ name }): [string, Shape] => [`header ${name}`, {}]),
      ...table.query.map((field): [string, Shape] => [`query ${field.name}`, fieldShape(field)]),
    ]),
    body:
      table.body === null
        ? undefined
        : { properties: new Map(table.body.map((field) => [field.name, fieldShape(field)])) },
    answer: answerShape(document, row.operationId),
    weight: weighted ? Number.parseInt(weights?.value ?? '', 10) : undefined,
    securityType: document.securityTypes[row.operationId],
  };
}
