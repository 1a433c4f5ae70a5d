import type { OperationId } from '../../../../generated/operations.js';
import { encodeInput } from '../../../../src/core/encode-input.js';
import { described } from '../../../described.js';
import type { FieldValues } from './fields.js';

/** The described example of a signed operation, as bytes. */
export interface Preset extends Pick<FieldValues, 'method' | 'path' | 'query' | 'body'> {
  readonly name: string;
}

/** One for each signed operation; two where the fields can be in the body or in the query. The page has them as data. */
export const presets: readonly Preset[] = described
  .filter(({ operation }) => operation.security !== 'public')
  .flatMap(({ operation, input }) => {
    const { operationId, method, path, getBody } = operation;
    const preset = (name: string, bodyAsQuery: boolean): Preset => {
      const { query, body = '' } = encodeInput(operation, input, { bodyAsQuery });
      return { name, method, path, query, body };
    };
    return getBody
      ? [preset(`${operationId}, in the query`, true), preset(`${operationId}, in the body`, false)]
      : [preset(operationId, false)];
  });

/** The described input of each operation. The page has it as data. */
export const examples: Readonly<Partial<Record<OperationId, Readonly<Record<string, unknown>>>>> = Object.fromEntries(
  described.map(({ operation, input }) => [operation.operationId, input]),
);
