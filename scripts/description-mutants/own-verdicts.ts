import { encodeInput } from '../../src/core/encode-input.js';
import { decimalProblem, fieldProblem } from '../../src/conformance/checks/shape.js';
import type { Operation } from '../../generated/operations.js';
import { descriptionOf } from '../described.js';
import { readDescription } from '../generate/described-operation.js';
import { kindOf } from '../generate/kinds.js';
import { row } from '../generate/operations-file.js';
import type { Json } from '../generate/references.js';
import { mutantsOf } from './mutants.js';

/** Values of a field of a contract: what the kit says of each is compared. */
const VALUES: readonly unknown[] = ['text', '65000.10', '7', 7, 7.5, 1_760_000_000_123, true, null];

/** Judges a change by this project's own programs: what the client sends by the description, and what the kit objects to. */
export interface OwnJudge {
  /** What is different by a change, or undefined. */
  difference(at: string, change: string): string | undefined;
}

/** `document` is the whole description: the generator needs what the declared one leaves out. */
export function createOwnJudge(document: Json): OwnJudge {
  const changed = new Map([...mutantsOf(document)].map((mutant) => [`${mutant.at}: ${mutant.change}`, mutant]));
  const [calls, objections] = [callsBy(document), objectionsBy(document)];
  return {
    difference(at, change) {
      const mutated = changed.get(`${at}: ${change}`)?.document;
      if (mutated === undefined) return undefined;
      try {
        if (callsBy(mutated) !== calls) return 'the client sends other bytes';
      } catch (error) {
        return `no client can be made of it: ${(error as Error).message}`;
      }
      return objectionsBy(mutated) === objections ? undefined : 'the conformance kit judges contracts otherwise';
    },
  };
}

/** Method, path and bytes of every described call. */
function callsBy(document: Json): string {
  const { operations } = readDescription(document);
  const calls = operations.flatMap(({ operation: model }) => {
    const operation = row(model) as Operation;
    return descriptionOf(operation).inputExamples.map(({ value }) => {
      return [operation.method, operation.path, encoded(operation, value)];
    });
  });
  return JSON.stringify(calls);
}

/** What goes over the wire, or why nothing does. */
function encoded(operation: Operation, input: unknown): string {
  try {
    const { query, body } = encodeInput(operation, input);
    return `${query} ${body}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the kit objects to in the fields of a contract. */
function objectionsBy(document: Json): string {
  const properties = Object.values(document['components'].schemas.Contract.properties as Json) as Json[];
  const objections = properties.flatMap((schema) => {
    const field = { kind: kindOf(schema), jsonTypes: [schema['type']].flat() as string[] };
    return VALUES.map((value) => fieldProblem(field, value) ?? decimalProblem(field, value) ?? null);
  });
  return JSON.stringify(objections);
}
