import type { Operation } from '../../generated/operations.js';
import { splitTarget } from '../core/signing-rule.js';
import { createDecoder } from '../core/json/decode.js';
import type { Fields } from './exchange/command.js';
import { refuse } from './exchange/refusal.js';
import type { RawRequest } from './http/request.js';
import * as bodyValidators from '../../generated/body-validators.js';
import * as queryValidators from '../../generated/query-validators.js';

const decode = createDecoder();

/**
 * Reads the input of a call and checks it against the description. Values come back as the text that was sent, so
 * that no digit is lost; what the description does not know is left out.
 */
export function readInput(operation: Operation, request: RawRequest): Fields {
  // GET with a JSON body is declared; deployments take the query (`request.order-by-query`). Both are taken here.
  const fromBody = operation.input === 'body' && !(operation.getBody && request.body === '');
  if (operation.input === 'none') return {};
  if (!fromBody) return fromQuery(operation, splitTarget(request.target).query);
  const value = parse(request.body);
  const validate = validatorOf(operation, 'body');
  if (!validate(value)) refuseInvalid(validate);
  return pick(operation, request.body === '' ? {} : (decode(request.body) as Record<string, unknown>));
}

function fromQuery(operation: Operation, query: string): Fields {
  const given = Object.fromEntries(new URLSearchParams(query));
  const validate = validatorOf(operation, 'query');
  // Numbers are read out of a copy to be checked, and the text goes on.
  if (!validate({ ...given })) refuseInvalid(validate);
  return pick(operation, given);
}

function parse(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return refuse('-1102', 'The body is not JSON.');
  }
}

function pick(operation: Operation, values: Record<string, unknown>): Fields {
  const picked: Record<string, string> = {};
  for (const { name } of operation.fields) {
    const value = values[name];
    if (value !== undefined) picked[name] = String(value);
  }
  return picked;
}

function refuseInvalid({ errors }: Validate): never {
  const [error] = errors ?? [];
  const missing = error?.params['missingProperty'] as string | undefined;
  if (missing !== undefined) return refuseMissing(missing);
  const name = error?.instancePath.slice(1) ?? 'body';
  return refuse(
    '-1102',
    `Forced parameter ${name} not sent, empty or incorrect format: ${error?.message ?? 'invalid'}`,
  );
}

function refuseMissing(name: string): never {
  // Observed live: a missing contractName is answered like a wrong one.
  return name === 'contractName'
    ? refuse('-1121', 'Invalid symbol.')
    : refuse('-1102', `Forced parameter ${name} not sent, empty or incorrect format`);
}

/** Says whether a value fits; `errors` holds what does not, until the next call. */
interface Validate {
  (value: unknown): boolean;
  readonly errors?:
    | readonly {
        readonly instancePath: string;
        readonly message?: string;
        readonly params: Readonly<Record<string, unknown>>;
      }[]
    | null;
}

const VALIDATORS: Readonly<Record<'body' | 'query', unknown>> = { body: bodyValidators, query: queryValidators };

/** The validator of an operation's input. */
function validatorOf({ operationId }: Operation, place: 'body' | 'query'): Validate {
  return (VALIDATORS[place] as Readonly<Record<string, Validate>>)[operationId]!;
}
