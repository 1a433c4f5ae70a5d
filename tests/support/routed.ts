import type { OperationId } from '../../generated/operations.js';
import { ROUTES } from '../../src/sandbox/exchange/routes.js';

/** The operations that the sandbox acts on. It responds with 501 to one that was only added to the description. */
export const routed = Object.keys(ROUTES) as readonly OperationId[];

export const isRouted = (operationId: string): boolean => Object.hasOwn(ROUTES, operationId);
