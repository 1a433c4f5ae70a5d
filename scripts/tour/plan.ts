import { ArgumentError } from 'futures-trading-client';
import { operations, type Operation, type OperationId } from '../../generated/operations.js';
import { createDecoder } from '../../src/core/json/decode.js';
import type { Described } from '../described.js';

const NO_CREDENTIALS = 'set FUTURES_API_KEY and FUTURES_API_SECRET';

/** One call of the tour, or why it is left out. */
export interface Step {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly skip?: string;
}

interface PlanOptions {
  readonly contract: string;
  /** `name={json}`: calls asked for by name, sent whatever their effect. */
  readonly calls: readonly string[];
  /** Whether there are credentials. */
  readonly signed: boolean;
}

/**
 * Plans a tour of a real service: everything public or read-only, with the contract given; any other effect only when
 * asked for by name and with its input spelled out, so that no example of the description ever becomes an order.
 */
export function planTour(described: readonly Described[], { contract, calls, signed }: PlanOptions): Step[] {
  const asked = new Map<string, Record<string, unknown>>();
  for (const [name, input] of calls.map(parseCall)) {
    if (asked.has(name)) throw wrong(`${name} is asked for twice; one run makes each call once`);
    if (!signed && operations[name].security !== 'public') throw wrong(`${name} needs credentials: ${NO_CREDENTIALS}`);
    asked.set(name, input);
  }
  return described.map(({ operation }) => {
    const input = asked.get(operation.operationId);
    const skip = reasonToSkip(operation, { asked: input !== undefined, signed });
    return { operation, input: input ?? readInput(operation, contract), ...(skip === undefined ? {} : { skip }) };
  });
}

function reasonToSkip(
  operation: Operation,
  { asked, signed }: { asked: boolean; signed: boolean },
): string | undefined {
  if (!asked && operation.effect !== 'read') {
    return `effect ${operation.effect}: not sent unless asked for by --call '${operation.operationId}={…}'`;
  }
  if (!signed && operation.security !== 'public') return `no credentials: ${NO_CREDENTIALS}`;
  return undefined;
}

function readInput({ fields }: Operation, contract: string): Record<string, string> {
  return fields.some(({ name }) => name === 'contractName') ? { contractName: contract } : {};
}

function parseCall(text: string): [OperationId, Record<string, unknown>] {
  const equals = text.indexOf('=');
  const name = (equals === -1 ? text : text.slice(0, equals)) as OperationId;
  if (!Object.hasOwn(operations, name))
    throw wrong(`${name} is not an operation (${Object.keys(operations).join(', ')})`);
  const json = equals === -1 ? '' : text.slice(equals + 1);
  try {
    // Without loss: every number comes out as the digits that were typed.
    const input = createDecoder()(json);
    if (input !== null && typeof input === 'object' && !Array.isArray(input))
      return [name, input as Record<string, unknown>];
  } catch {
    // Said below, with the form that is wanted.
  }
  throw wrong(`${name} needs its input as one JSON object: --call '${name}={"field":"value"}' `);
}

function wrong(problem: string): ArgumentError {
  return new ArgumentError(`--call: ${problem}. Nothing was sent.`, { field: '--call' });
}
