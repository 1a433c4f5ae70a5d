import type { OperationId } from '../../../../generated/operations.js';
import { described } from '../../../described.js';

/** The described input of each operation. The page has it as data. */
export const examples: Readonly<Partial<Record<OperationId, Readonly<Record<string, unknown>>>>> = Object.fromEntries(
  described.map(({ operation, input }) => [operation.operationId, input]),
);
