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
  /** True when there are credentials. */
  readonly signed: boolean;
}

/**
 * Plans a tour of a real service: every declared read, with the contract given. Any other operation is sent only when
 * it is asked for by name with its input spelled out: no example of the description ever becomes an order, and a service
 * may lack what was only observed elsewhere.
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
  const reason = asked ? undefined : reasonNotToSend(operation);
  if (reason !== undefined) return `${reason}: not sent unless asked for by --call '${operation.operationId}={…}'`;
  if (!signed && operation.security !== 'public') return `no credentials: ${NO_CREDENTIALS}`;
  return undefined;
}

/** Why a call is not sent by itself; undefined for a declared read that needs a contract at most. */
function reasonNotToSend({ effect, evidence, fields, selectors }: Operation): string | undefined {
  if (effect !== 'read') return `effect ${effect}`;
  if (evidence !== 'declared') return `${evidence}, not declared`;
  if (selectors?.methodWithout !== undefined) return `needs ${selectors.fields.join(' or ')}`;
  const needed = fields.filter(({ name, required }) => required && name !== 'contractName').map(({ name }) => name);
  return needed.length === 0 ? undefined : `needs ${needed.join(', ')}`;
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
