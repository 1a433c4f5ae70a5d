import { description, type ResultField, type ResultSchema } from '../../../generated/description.js';
import { type Operation, type OperationId, operations } from '../../../generated/operations.js';

/** The form of a field of a response: bare digits, or a JSON string. */
export type Writing = 'id' | 'decimal' | 'time' | 'plain';

/** The form of an operation's responses, as far as the description says it. */
export interface Writings {
  readonly schema: ResultSchema;
  /** True when the result is declared to come in an envelope. */
  readonly enveloped: boolean;
  /** By the name of the field; what is not here is plain. */
  readonly fields: Readonly<Record<string, Writing>>;
}

/** By operation; plain data, which the page of the site has without the description. */
export const writings = Object.fromEntries(
  Object.values(operations).map(({ operationId }) => [operationId, readWritings(operationId)]),
) as Readonly<Record<OperationId, Writings>>;

export const writingsOf = ({ operationId }: Operation): Writings => writings[operationId];

function readWritings(operationId: OperationId): Writings {
  const { schema, enveloped, fields } = description[operationId].result;
  // The sandbox shows what hosts were seen to do beside what is declared.
  const { declared, observed, assumed } = fields;
  return { schema, enveloped, fields: Object.fromEntries([...declared, ...observed, ...assumed].flatMap(writingOf)) };
}

function writingOf({ path, kind, jsonTypes }: ResultField): [name: string, writing: Writing][] {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (kind === 'unix-time-ms') return jsonTypes.includes('string') ? [[name, 'time']] : [];
  // A field that is declared as a string is written as one, with any content.
  if (!jsonTypes.includes('integer') && !jsonTypes.includes('number')) return [];
  return kind === 'id' || kind === 'decimal' ? [[name, kind]] : [];
}
