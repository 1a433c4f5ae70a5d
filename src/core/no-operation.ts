import { operations } from '../../generated/operations.js';
import { knownNames } from './nearest.js';

/** Tells what is wrong with a name that is not one of an operation, or undefined: `is sent as cancelOrder: name that`. */
export function noOperation(name: string): string | undefined {
  if (Object.hasOwn(operations, name)) return undefined;
  const sent = Object.values(operations).find(({ selectors }) => selectors?.methodWithout === name);
  if (sent !== undefined) return `is sent as ${sent.operationId}: name that`;
  return `is not an operation ${knownNames(name, 'operations', Object.keys(operations))}`;
}
